-- The transactional outbox and event log in one: written in the transaction of the change, kept 7 days, read on resume.
-- Resume is by transaction id, not by id: ids are given out before commit, so a lower id may appear later.
create table events (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  xid xid8 not null default pg_current_xact_id(),
  type text not null,
  action text not null,
  -- Who hears: the members of a dialog or a project, the listed users, or everybody.
  aud text not null check (aud in ('dialog', 'project', 'users', 'all')),
  ref int not null default 0,
  users int[],
  data jsonb not null,
  -- [{users, patch}]: receivers whose copy differs.
  variants jsonb
) partition by range (at);
create table events_default partition of events default;
create index events_xid on events (xid);
create index events_at on events (at);

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

create table meta (
  name text primary key,
  value text not null
);
insert into meta values ('instance', gen_random_uuid()::text);

-- What someone lost sight of, for lists that are fetched by time range.
create table lost_ids (
  userid int not null,
  type text not null check (type in ('project', 'projectTask', 'dialog')),
  ref int not null,
  at timestamptz not null default now(),
  primary key (userid, type, ref)
);
create index lost_ids_at on lost_ids (userid, type, at desc);
