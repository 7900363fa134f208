"""A club: one server for many people. Everybody signs in by a link that he keeps; seats are given by invitation.

storage   what is kept of people, devices, seats, invitations and talk, as rows
sql       who keeps it, in the database of the games; sql_people: what is kept of a person alone
people    who somebody is: signing in, devices, links
accounts  names with passwords, and links by e-mail
seats     who sits where: invitations, the lobby, rights in a game
lending   seats in the hands of the staff for some days
pace      clocks and holidays
senders   e-mail, web hooks, push services
notices   what is told to whom, and when
proposals what needs the consent of the others: taking back, and whatever else would show or cost them something
ratings   how good people are at a title, computers as fixed points
routes    what can be asked for (docs/online.md): sign_in, notices, seats, talk, own
"""
