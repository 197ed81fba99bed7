-- What a person opened, newest last: tasks, and files with their place. A hundred of each kind are stored; deleted ones are
-- left out when the list is read.
create table recents (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  type text not null check (type in ('task', 'file', 'task_file', 'message_file')),
  target_id int not null,
  -- The task or the dialog that a file was opened in; 0 for a task.
  source_id int not null default 0,
  browsed_at timestamptz not null default now(),
  unique (userid, type, target_id, source_id)
);
create index recents_newest on recents (userid, type, browsed_at desc);
-- Who opened a file.
create index recents_of_file on recents (target_id, browsed_at desc) where type = 'file';
