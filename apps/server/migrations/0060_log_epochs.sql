-- The history of this database, one row for each start of the server. Cursors name the epoch in which they were made.
-- A cursor is refused where its epoch is unknown, or has seen events that are not part of this history: the database
-- was restored from a backup made before them.
create table log_epochs (
  serial int primary key generated always as identity,
  id uuid not null unique default gen_random_uuid(),
  started_at timestamptz not null default now(),
  -- Events from this number on belong to this epoch or a later one.
  first_event_id bigint not null
);
delete from meta where name = 'instance';
