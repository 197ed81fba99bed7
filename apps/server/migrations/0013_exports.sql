-- Exports that someone asked for: their content, their progress, and until when they can be downloaded.
create table exports (
  id int generated always as identity primary key,
  userid int not null,
  -- It has no check: the server knows the kinds.
  kind text not null,
  -- 0 = across projects, by an administrator.
  project_id int not null,
  -- 0 = not a chat.
  dialog_id int not null default 0,
  asked jsonb not null,
  lang text not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'failed', 'done')),
  total int not null default 0,
  done int not null default 0,
  -- Code of the error, translated when it is read.
  error text not null default '',
  name text not null default '',
  size bigint not null default 0,
  -- Part of its address; '' while there is no file.
  token text not null default '',
  created_at timestamptz not null default now(),
  expired_at timestamptz
);
create index exports_of on exports (userid, id);
create unique index exports_token on exports (token) where token <> '';
create index exports_expired on exports (expired_at) where expired_at is not null;
