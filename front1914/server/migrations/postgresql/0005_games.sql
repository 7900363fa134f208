-- All tables as they were when PostgreSQL joined: what the first five migrations made in SQLite. What each is for is
-- said there; here stands only what is different.

create table game (
    id       text primary key,
    name     text not null,
    title    text not null,
    rules    integer not null,
    scenario text not null,
    options  text not null,
    start    text,
    seed     text,
    seats    text not null,
    branch   text,
    created  double precision not null,
    updated  double precision not null,
    summary  text not null
);

create table log (
    game     text not null references game (id) on delete cascade,
    seq      integer not null,
    part     integer not null,
    kind     text not null,
    length   integer not null,
    side     text,
    verb     text,
    arg      text,                      -- JSON, since a text and a whole number may look the same
    undoable integer not null,
    events   text not null,
    marks    text not null,
    reasons  text not null,
    seal     text not null,
    primary key (game, seq, part)
);

create table snapshot (
    game   text not null references game (id) on delete cascade,
    length integer not null,
    rules  integer not null,
    digest text not null,
    state  bytea not null,
    primary key (game, length)
);

create table person (
    id      text primary key,
    name    text not null,
    key     text unique,
    created double precision not null
);

create table device (
    id      text primary key,
    person  text not null references person (id) on delete cascade,
    cookie  text not null unique,
    label   text not null,
    created double precision not null,
    seen    double precision not null
);

create index device_of on device (person);

create table hosted (
    game     text primary key references game (id) on delete cascade,
    owner    text references person (id) on delete set null,
    open     integer not null,
    proposal text,
    noticed  text,
    pace     text,
    clock    text
);

create index hosted_by on hosted (owner);

create table seat (
    game   text not null references game (id) on delete cascade,
    side   text not null,
    person text not null references person (id) on delete cascade,
    since  double precision not null,
    primary key (game, side, person)
);

create unique index seat_once on seat (game, side) where side <> 'observer';
create index seat_of on seat (person);

create table invitation (
    token   text primary key,
    game    text not null references game (id) on delete cascade,
    side    text not null,
    created double precision not null,
    unique (game, side)
);

create table talk (
    game   text not null references game (id) on delete cascade,
    n      integer not null,
    person text references person (id) on delete set null,
    name   text not null,
    at     double precision not null,
    length integer not null,
    text   text not null,
    primary key (game, n)
);

create table way (
    id      text primary key,
    person  text not null references person (id) on delete cascade,
    kind    text not null,
    address text not null,
    token   text unique,
    created double precision not null
);

create index way_of on way (person);

-- Several processes over one database (docs/operations.md): who is alive, and who plays which game.

create table process (
    id      text primary key,
    address text not null,              -- where the others reach it, on this machine
    beat    bigint not null             -- grows as long as it lives
);

create table lease (
    game    text primary key references game (id) on delete cascade,
    process text not null               -- the only one that may write to the game
);

create index lease_of on lease (process);
