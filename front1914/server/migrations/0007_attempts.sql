-- Attempts to sign in, to use an invitation and the like, counted for all processes together.

create table attempt (
    what  text primary key,             -- a digest of who tries, or of the name that is tried
    since double precision not null,    -- when its minute began
    count integer not null
);

create index attempt_since on attempt (since);
