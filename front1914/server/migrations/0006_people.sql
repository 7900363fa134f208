-- What somebody in a club may have besides a name and a seat: a password, holidays, a profile, ratings, notes to himself,
-- and how far he has seen each game; what else is agreed on before a game.

create table account (
    person text primary key references person (id) on delete cascade,
    login  text not null unique,            -- in small letters
    secret text not null                    -- the password as argon2 keeps it
);

create table pass (                         -- a link by e-mail that signs in once
    token  text primary key,                -- digest
    person text not null references person (id) on delete cascade,
    until  double precision not null
);

alter table person add column away_from double precision;     -- on holiday: clocks of correspondence stand
alter table person add column away_until double precision;
alter table person add column shown integer not null default 0;  -- whether there is a public profile
alter table person add column about text not null default '';

alter table way add column more text;       -- JSON: the keys of a browser's push service, or the shape of a web hook
alter table way add column events text not null default '["move"]';

create table way_in_game (                  -- a way that is on or off for one game, whatever it is for the others
    game  text not null references game (id) on delete cascade,
    way   text not null references way (id) on delete cascade,
    told  integer not null,
    primary key (game, way)
);

alter table hosted add column agreed text;  -- JSON: who looks on and what he sees, and whether it counts for ratings
alter table hosted add column lent text;    -- JSON: sides that the staff plays for a while, until when
alter table hosted add column rated integer not null default 0;

create table looked (                       -- how far somebody has seen a game
    game   text not null references game (id) on delete cascade,
    person text not null references person (id) on delete cascade,
    length integer not null,
    at     double precision not null,
    primary key (game, person)
);

create table note (
    id     text primary key,
    game   text not null references game (id) on delete cascade,
    person text not null references person (id) on delete cascade,
    place  text,                            -- where on the map, or nowhere
    turn   integer,
    length integer not null,                -- actions in the log when it was written
    at     double precision not null,
    text   text not null
);

create index note_of on note (game, person);

create table rating (
    person text not null references person (id) on delete cascade,
    title  text not null,
    mu     double precision not null,
    sigma  double precision not null,
    games  integer not null,
    primary key (person, title)
);

create table setting (                      -- what a club keeps of itself, such as the keys of its push service
    name  text primary key,
    value text not null
);
