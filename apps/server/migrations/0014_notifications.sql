-- Push addresses of signed-in browsers. A row ends with the session of its device.
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

-- When a person wants no notifications; `HH:mm` in their time zone.
create table quiet_hours (
  userid int primary key references users on delete cascade,
  quiet_from text not null,
  quiet_to text not null,
  timezone text not null,
  -- The days on which quiet hours begin; 1 = Monday.
  quiet_days int[] not null default '{1,2,3,4,5,6,7}'
);

-- Mail about unread messages: who does not want it, and what each person was mailed about.
create table unread_mails (
  userid int primary key references users on delete cascade,
  is_off boolean not null default false,
  -- Messages up to this id are not mailed about again.
  last_msg_id int not null default 0,
  mailed_at timestamptz
);

-- The place of notifications in the event log.
insert into meta values ('push', pg_snapshot_xmax(pg_current_snapshot())::text || '.0');
