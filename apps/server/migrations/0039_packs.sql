-- Archives of files that somebody asked for: how far they are, and until when they can be fetched.
create table file_packs (
  id int generated always as identity primary key,
  userid int not null,
  name text not null,
  ids int[] not null,
  lang text not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'failed', 'done')),
  size bigint not null default 0,
  -- Part of its address.
  token text not null unique,
  created_at timestamptz not null default now(),
  -- Null while there is no archive, and once it is gone.
  expired_at timestamptz
);
create index file_packs_of on file_packs (userid) where status in ('waiting', 'running');
create index file_packs_expired on file_packs (expired_at) where expired_at is not null;
