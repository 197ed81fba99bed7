-- Sessions of a chat with an assistant, of which one is open.
create table dialog_sessions (
  id int generated always as identity primary key,
  dialog_id int not null references dialogs on delete cascade,
  title text not null default '',
  -- A title that a person chose is not replaced by a generated one.
  is_named boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index dialog_sessions_newest on dialog_sessions (dialog_id, id desc);

-- What people used models for, per month: budgets and the usage page count it.
create table assistant_usage (
  userid int not null references users on delete cascade,
  -- Its first day.
  month date not null,
  vendor text not null,
  model text not null,
  asks int not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (userid, month, vendor, model)
);
create index assistant_usage_month on assistant_usage (month);

-- Ratings of answers.
create table assistant_feedback (
  msg_id int not null references messages on delete cascade,
  userid int not null references users on delete cascade,
  feedback text not null,
  created_at timestamptz not null default now(),
  primary key (msg_id, userid)
);
create index assistant_feedback_userid on assistant_feedback (userid);

-- Instructions for assistants in one conversation.
create table dialog_instructions (
  dialog_id int primary key references dialogs on delete cascade,
  content text not null,
  -- Who changed them last.
  userid int not null references users on delete cascade,
  updated_at timestamptz not null default now()
);
create index dialog_instructions_userid on dialog_instructions (userid);

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

-- The place of assistants in the event log.
insert into meta values ('assistant', pg_snapshot_xmax(pg_current_snapshot())::text || '.0');
