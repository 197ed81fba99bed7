-- Files that arrive in chunks.
create table uploads (
  id text primary key,
  userid int not null,
  dialog_id int not null references dialogs on delete cascade,
  name text not null,
  size bigint not null,
  -- Chunks received; they arrive in order.
  chunks int not null default 0,
  -- The message that the upload became; 0 while it is unfinished. The row stays for a day, for merges that are asked for again.
  msg_id int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index uploads_user on uploads (userid);
create index uploads_updated on uploads (updated_at);
-- Unfinished uploads, whose sizes count towards the quota before a new one begins.
create index uploads_open on uploads (userid) include (size) where msg_id = 0;
