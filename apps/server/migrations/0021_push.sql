-- Where a signed-in browser is told while its tab is closed. It ends with the sign-in.
create table push_subscriptions (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  device_id int not null unique references devices on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  silent int not null default 0,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (userid);

-- When a person wants to hear nothing; `HH:mm` on their own clock.
create table quiet_hours (
  userid int primary key references users on delete cascade,
  quiet_from text not null,
  quiet_to text not null,
  timezone text not null
);

-- How far the event log has been looked through for messages to tell of.
insert into meta values ('push', pg_snapshot_xmax(pg_current_snapshot())::text || '.0');
