-- The transactional outbox and event log in one: written in the transaction of the change, deleted after 7 days, read on
-- resume. Resume is by transaction id, not by id: ids are given out before commit, so a lower id may appear later.
create table events (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  xid xid8 not null default pg_current_xact_id(),
  type text not null,
  action text not null,
  -- Who gets it: `dialog` or `project` (the members of `ref`), `users` (those listed), or `all`. It has no check, because
  -- PostgreSQL parses a check again for each statement that inserts, which took a twentieth of a send.
  aud text not null,
  ref int not null default 0,
  users int[],
  data jsonb not null,
  -- [{users, patch}]: receivers whose copy differs.
  variants jsonb
) partition by range (at);
create table events_default partition of events default;
-- By transaction and by number only: old events go with the partition of their day.
create index events_xid on events (xid);
-- A catch-up reads from one event on.
create index events_id on events (id);

-- First answers to writes that carried a mutation id: a retry gets the same answer and changes nothing.
create table mutations (
  userid int not null,
  mutation_id text not null,
  path text not null,
  answer jsonb not null,
  at timestamptz not null default now(),
  primary key (userid, mutation_id)
);
create index mutations_at on mutations (at);

-- Single values of the server, such as the places of the followers of the event log.
create table meta (
  name text primary key,
  value text not null
);

-- What someone may no longer see, for lists that are fetched by time range.
create table lost_ids (
  userid int not null,
  type text not null check (type in ('project', 'projectTask', 'dialog')),
  ref int not null,
  at timestamptz not null default now(),
  primary key (userid, type, ref)
);
create index lost_ids_at on lost_ids (userid, type, at desc);

-- The history of this database, one row for each start of the server. Cursors name the epoch in which they were made.
-- A cursor is refused where its epoch is unknown, or has seen events that are not part of this history: the database
-- was restored from a backup made before them.
create table log_epochs (
  serial int primary key generated always as identity,
  id uuid not null unique default gen_random_uuid(),
  started_at timestamptz not null default now(),
  -- Events from this number on belong to this epoch or a later one.
  first_event_id bigint not null,
  -- PostgreSQL's timeline when the epoch began: it changes when a standby is promoted. Null = not known.
  timeline text
);
