-- Favorites. No foreign key to the thing, because there are several kinds; deleted ones are left out of the list.
create table favorites (
  userid int not null references users on delete cascade,
  -- It has no check: the server knows the kinds.
  type text not null,
  ref int not null,
  remark text not null default '',
  created_at timestamptz not null default now(),
  primary key (userid, type, ref)
);
create index favorites_newest on favorites (userid, type, created_at desc);
