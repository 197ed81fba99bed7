-- A tree of three levels at most; its members are in `users.department`.
create table departments (
  id int generated always as identity primary key,
  name text not null,
  -- 0 = top level.
  parent_id int not null default 0,
  -- The head, who is a member; 0 = none.
  owner_userid int not null default 0,
  deputy_userids int[] not null default '{}',
  dialog_id int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
