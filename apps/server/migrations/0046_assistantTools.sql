-- Changes that assistants want to make for people, until these decide.
create table assistant_confirmations (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  dialog_id int not null references dialogs on delete cascade,
  -- The answer that waits.
  msg_id int not null references messages on delete cascade,
  tool text not null,
  title text not null,
  input text not null,
  -- Null while it waits.
  answer text,
  created_at timestamptz not null default now()
);
create index assistant_confirmations_open on assistant_confirmations (userid) where answer is null;
create index assistant_confirmations_dialog on assistant_confirmations (dialog_id);
create index assistant_confirmations_msg on assistant_confirmations (msg_id);

-- Tools that people allowed assistants to use without asking.
create table assistant_permits (
  userid int not null references users on delete cascade,
  tool text not null,
  created_at timestamptz not null default now(),
  primary key (userid, tool)
);
