-- A game, what the library shows of it, its log of changes, and states from which any moment is near.

create table game (
    id       text primary key,
    name     text not null,
    title    text not null,
    rules    integer not null,          -- version of the title's rules that it is played under
    scenario text not null,
    options  text not null,             -- JSON
    start    text,                      -- JSON: the position that it began from, null if from its scenario
    seed     text,                      -- JSON: the secret of the dice, null if people throw them
    seats    text not null,             -- JSON
    branch   text,                      -- JSON
    created  real not null,
    updated  real not null,
    summary  text not null              -- JSON: length, seq, turn, who decides, result
);

-- Only ever added to. Parts of one change have the same seq and are written together or not at all.
create table log (
    game     text not null references game (id) on delete cascade,
    seq      integer not null,
    part     integer not null,
    kind     text not null,             -- new, act, resign: adds one action; undo, rewind: cuts the log to `length`
    length   integer not null,          -- actions in the log after this row
    side     text,
    verb     text,
    arg,                                -- text, whole number or null, as it was given
    undoable integer not null,
    events   text not null,             -- JSON: [[who may know | null, event], ...]
    marks    text not null,             -- JSON: marks of the timeline
    reasons  text not null,             -- JSON: what a computer gave as reasons
    primary key (game, seq, part)
) without rowid;

-- Can be thrown away: everything here follows from the log.
create table snapshot (
    game   text not null references game (id) on delete cascade,
    length integer not null,
    rules  integer not null,
    digest text not null,
    state  blob not null,
    primary key (game, length)
) without rowid;
