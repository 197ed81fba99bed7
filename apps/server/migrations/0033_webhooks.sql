-- Incoming webhooks: secret addresses at which other programs post into a conversation.
create table webhooks (
  id int generated always as identity primary key,
  dialog_id int not null references dialogs on delete cascade,
  -- Who made it. What they may do in the conversation, it may do.
  userid int not null references users on delete cascade,
  -- The account that its messages come from.
  bot_id int not null unique references users on delete cascade,
  -- Of the secret in its address, which is also stored encrypted: its maker can copy it again.
  secret_hash text not null unique,
  secret text not null,
  may_mention_all boolean not null default false,
  posts int not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index webhooks_dialog on webhooks (dialog_id);
create index webhooks_maker on webhooks (userid);
