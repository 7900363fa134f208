-- How much time people have agreed on, and how much of it is used.

alter table hosted add column pace text;   -- JSON: what was agreed before the game; null: all the time in the world
alter table hosted add column clock text;  -- JSON: whose time runs, since when, and what is left
