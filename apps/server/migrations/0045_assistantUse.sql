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
