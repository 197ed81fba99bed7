-- How a task repeats (a word, or a number of days), when its next one is made, and the day of the month that was meant:
-- the 31st is the 31st again after a February.
alter table tasks
  add column loop text not null default 'never',
  add column loop_at timestamptz,
  add column loop_day int not null default 0;
create index tasks_loop on tasks (loop_at) where loop_at is not null and deleted_at is null;
create index tasks_ending on tasks (end_at)
  where end_at is not null and complete_at is null and archived_at is null and deleted_at is null;
-- What may be archived by itself: never what somebody has brought back.
create index tasks_done on tasks (project_id, complete_at)
  where parent_id = 0 and complete_at is not null and archived_at is null and deleted_at is null and archived_userid = 0;

-- Who has been reminded of which end of a task: once, whatever the number of servers, and again when the end moves.
create table task_alerts (
  task_id int not null references tasks on delete cascade,
  userid int not null,
  kind text not null check (kind in ('before', 'after')),
  end_at timestamptz not null,
  primary key (task_id, userid, kind)
);

-- The last day on which the tasks without an owner were listed in the project's group.
alter table projects add column unclaimed_on date;
