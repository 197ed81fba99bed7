-- What is kept with a task. It came through the task's conversation and stays when the message is taken back.
create table task_files (
  id int generated always as identity primary key,
  task_id int not null references tasks on delete cascade,
  file_id int not null references stored_files,
  userid int not null,
  created_at timestamptz not null default now(),
  unique (task_id, file_id)
);
create index task_files_newest on task_files (task_id, id desc);
create index task_files_file on task_files (file_id, task_id);
