-- Backups that were made or tried, by schedule or by command. Not part of backups themselves.
create table backups (
  id int primary key generated always as identity,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  -- The folder or bucket, and the backup's name in it.
  place text not null,
  name text not null default '',
  rows bigint not null default 0,
  files int not null default 0,
  -- Bytes of all files, and of those that were copied now.
  bytes bigint not null default 0,
  copied bigint not null default 0,
  -- Files that were missing or damaged.
  problems int not null default 0,
  -- Why it failed, in the words of the system.
  error text not null default ''
);
create index backups_started_at on backups (started_at desc);
