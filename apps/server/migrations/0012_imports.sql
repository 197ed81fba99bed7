create table imports (
  id int generated always as identity primary key,
  userid int not null,
  kind text not null check (kind in ('trello', 'slack')),
  name text not null,
  size bigint not null,
  -- In the folder of uploads; '' once it was imported.
  file text not null,
  status text not null default 'ready' check (status in ('ready', 'running', 'stopped', 'failed', 'done')),
  report jsonb not null,
  total int not null default 0,
  done int not null default 0,
  -- Code of the error, translated when it is read.
  error text not null default '',
  result jsonb,
  -- The people of the export, most used first.
  people jsonb not null default '[]',
  -- Their ids at the other product, and who an administrator says they are: a userid, or 0 for nobody.
  choices jsonb not null default '{}',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
-- One import at a time, however many servers there are.
create unique index imports_running on imports ((true)) where status = 'running';
