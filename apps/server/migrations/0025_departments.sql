-- A tree of three levels at most; who is in which stands with the person (users.department).
create table departments (
  id int generated always as identity primary key,
  name text not null,
  -- 0 = top level.
  parent_id int not null default 0,
  -- The head, who is one of its people; 0 = none any more.
  owner_userid int not null default 0,
  deputy_userids int[] not null default '{}',
  dialog_id int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index users_department on users using gin (department) where delete_at is null;
