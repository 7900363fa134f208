-- A running digest: each row of a log is sealed with the one before it, the first with what the game began from.

alter table log add column seal text not null default '';
