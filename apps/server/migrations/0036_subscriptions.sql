-- Addresses of other programs that receive events their owner may see.
create table subscriptions (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  name text not null,
  url text not null,
  -- Encrypted; its calls are signed with it.
  secret text not null,
  events text[] not null,
  project_id int references projects on delete cascade,
  dialog_id int references dialogs on delete cascade,
  sent int not null default 0,
  failing_since timestamptz,
  paused_at timestamptz,
  created_at timestamptz not null default now()
);
create index subscriptions_owner on subscriptions (userid);
create index subscriptions_dialog on subscriptions (dialog_id) where dialog_id is not null;

-- The last calls, for their owners to look at and repeat.
create table subscription_deliveries (
  id bigint generated always as identity primary key,
  subscription_id int not null references subscriptions on delete cascade,
  event text not null,
  -- The same for each attempt.
  webhook_id text not null,
  payload text not null,
  status int not null,
  answer text not null,
  attempt int not null,
  took_ms int not null,
  created_at timestamptz not null default now()
);
create index subscription_deliveries_of on subscription_deliveries (subscription_id, id desc);

-- Events from now on are handled.
insert into meta values ('subscriptions', pg_snapshot_xmax(pg_current_snapshot())::text || '.0');
