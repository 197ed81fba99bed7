-- Devices that people carry: routers report which of them are near.
create table checkin_macs (
  id int generated always as identity primary key,
  userid int not null references users,
  -- Upper case, pairs parted by colons.
  mac text not null unique,
  remark text not null default ''
);
create index checkin_macs_of on checkin_macs (userid, id);

-- Pictures by which terminals recognize people; the path of one of the person's own.
create table checkin_faces (
  userid int primary key references users,
  faceimg text not null
);

-- When a person was present on a day, in the time zone of the workspace. Each punch lasts an hour, so that punches within an
-- hour of each other merge into one stay, in whatever order they arrive.
create table checkin_days (
  userid int not null references users,
  date date not null,
  spans tstzmultirange not null default '{}',
  -- Whether the person has got a message about checking in and out, and a reminder before and after work began.
  notified_in boolean not null default false,
  notified_out boolean not null default false,
  reminded_before boolean not null default false,
  reminded_after boolean not null default false,
  primary key (userid, date)
);
create index checkin_days_on on checkin_days (date) where spans <> '{}';

-- The place of check-in in the event log.
insert into meta values ('checkin', pg_snapshot_xmax(pg_current_snapshot())::text || '.0');
