-- Who had a task, who has had it since, and by what. The latest row of a task is who has it now.
create table task_handoffs (
  id int generated always as identity primary key,
  task_id int not null references tasks on delete cascade,
  userid int not null,
  source text not null,
  -- In the order of their ids.
  before int[] not null,
  owners int[] not null,
  note text not null default '',
  created_at timestamptz not null default now()
);
create index task_handoffs_task on task_handoffs (task_id, id);

-- Whoever has a task at this moment has had it as far as is known.
insert into task_handoffs (task_id, userid, source, before, owners, created_at)
select t.id, t.userid, 'create', '{}', array_agg(tu.userid order by tu.userid), t.created_at
from tasks t join task_users tu on tu.task_id = t.id and tu.owner = 1
group by t.id order by t.id;
