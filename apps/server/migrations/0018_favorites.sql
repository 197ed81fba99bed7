-- What somebody keeps at hand. No foreign key to the thing: it is of several kinds, and one that is gone is left out.
create table favorites (
  userid int not null references users on delete cascade,
  type text not null check (type in ('task', 'project', 'message')),
  ref int not null,
  remark text not null default '',
  created_at timestamptz not null default now(),
  primary key (userid, type, ref)
);
create index favorites_newest on favorites (userid, type, created_at desc);
