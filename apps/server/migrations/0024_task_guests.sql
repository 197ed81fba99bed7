-- Who follows a task by its conversation alone, brought in by somebody: kept with the task, so that no event has to ask.
alter table tasks add column guests int[] not null default '{}';

with mains as (
  select t.id, array_agg(m.userid order by m.userid) as users
  from tasks t
  join dialogs d on d.id = t.dialog_id and d.group_type = 'task'
  join dialog_members m on m.dialog_id = d.id and m.important = 0
  where t.dialog_id > 0
  group by t.id
)
update tasks t set guests = f.users
from (
  select id, users from mains
  union all
  select s.id, mains.users from mains join tasks s on s.parent_id = mains.id and s.parent_id > 0
) f
where t.id = f.id;
