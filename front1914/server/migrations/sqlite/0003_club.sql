-- A club: people, the devices they are signed in on, who sits at which side of a game, invitations and talk.
-- A local server leaves these tables empty. Secrets (cookies, links) are kept as digests only.

create table person (
    id      text primary key,
    name    text not null,
    key     text unique,                -- digest of the link that signs in; null if it was taken back
    created real not null
);

create table device (
    id      text primary key,
    person  text not null references person (id) on delete cascade,
    cookie  text not null unique,       -- digest
    label   text not null,              -- what the browser says it is
    created real not null,
    seen    real not null
);

create table hosted (
    game     text primary key references game (id) on delete cascade,
    owner    text references person (id) on delete set null,
    open     integer not null,          -- whether the lobby shows it while seats are free
    proposal text                       -- JSON: what one player has asked the others
);

create table seat (
    game   text not null references game (id) on delete cascade,
    side   text not null,               -- or `observer`, once for each who looks on
    person text not null references person (id) on delete cascade,
    since  real not null,
    primary key (game, side, person)
);

create unique index seat_once on seat (game, side) where side <> 'observer';
create index seat_of on seat (person);

create table invitation (
    token   text primary key,           -- digest
    game    text not null references game (id) on delete cascade,
    side    text not null,
    created real not null,
    unique (game, side)
);

create table talk (
    game   text not null references game (id) on delete cascade,
    n      integer not null,
    person text references person (id) on delete set null,
    name   text not null,
    at     real not null,
    length integer not null,            -- actions in the log when it was said
    text   text not null,
    primary key (game, n)
) without rowid;
