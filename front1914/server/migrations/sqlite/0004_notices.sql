-- How people want to hear that it is their move, and of which move they have heard already.

create table way (
    id      text primary key,
    person  text not null references person (id) on delete cascade,
    kind    text not null,              -- mail or hook
    address text not null,
    token   text unique,                -- digest of what confirms an address; null once it is confirmed
    created real not null
);

create index way_of on way (person);

alter table hosted add column noticed text;  -- JSON: the side that was told last, and at which change
