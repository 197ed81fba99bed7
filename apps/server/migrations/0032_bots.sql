-- Personal bots: each is an account that a person owns.
create table bots (
  bot_id int primary key references users on delete cascade,
  userid int not null references users on delete cascade,
  clear_day int not null default 30,
  -- When its old messages are deleted next.
  clear_at timestamptz not null default now() + interval '30 days',
  webhook_url text not null default '',
  webhook_events text[] not null default '{message}',
  webhook_num int not null default 0,
  -- Calls in a row that failed.
  webhook_failures int not null default 0,
  webhook_paused_at timestamptz,
  -- The token, encrypted: it is sent along with each call of the address. '' = none was made.
  token text not null default '',
  is_session boolean not null default false,
  created_at timestamptz not null default now()
);
create index bots_owner on bots (userid);
create index bots_clear on bots (clear_at);

-- The last calls of bots' addresses, for their owners to look at and repeat.
create table bot_deliveries (
  id bigint generated always as identity primary key,
  bot_id int not null references bots on delete cascade,
  event text not null,
  url text not null,
  payload jsonb not null,
  status int not null,
  answer text not null,
  took_ms int not null,
  created_at timestamptz not null default now()
);
create index bot_deliveries_bot on bot_deliveries (bot_id, id desc);

-- Messages from now on are handled.
insert into meta values ('bots', pg_snapshot_xmax(pg_current_snapshot())::text || '.0');
