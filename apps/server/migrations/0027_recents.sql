-- What somebody looked at, newest last: tasks, and files where they stand. A hundred of each kind are kept; what is gone
-- by now is left out when it is read.
create table recents (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  type text not null check (type in ('task', 'file', 'task_file', 'message_file')),
  target_id int not null,
  -- The task or the conversation that a file was opened in; 0 for a task.
  source_id int not null default 0,
  browsed_at timestamptz not null default now(),
  unique (userid, type, target_id, source_id)
);
create index recents_newest on recents (userid, type, browsed_at desc);
insert into recents (userid, type, target_id, browsed_at) select userid, 'task', task_id, browsed_at from task_browses;
drop table task_browses;
