-- Custom commands in the message field: each calls an address.
create table commands (
  id int generated always as identity primary key,
  word text not null,
  hint text not null default '',
  about text not null default '',
  url text not null,
  -- Encrypted; its calls are signed with it.
  secret text not null,
  -- Everybody may use it; otherwise its maker alone.
  for_all boolean not null,
  userid int not null references users on delete cascade,
  -- The account that its messages come from.
  bot_id int not null unique references users on delete cascade,
  uses int not null default 0,
  used_at timestamptz,
  problem text not null default '',
  created_at timestamptz not null default now()
);
create unique index commands_word on commands (word) where for_all;
create unique index commands_own_word on commands (userid, word) where not for_all;

-- Addresses at which a program answers later, for half an hour.
create table program_replies (
  secret_hash text primary key,
  -- The account that answers, and the person it answers.
  bot_id int not null references users on delete cascade,
  userid int not null references users on delete cascade,
  dialog_id int not null references dialogs on delete cascade,
  -- The message whose button was pressed.
  msg_id int,
  uses_left int not null,
  expires_at timestamptz not null
);
create index program_replies_expiry on program_replies (expires_at);
