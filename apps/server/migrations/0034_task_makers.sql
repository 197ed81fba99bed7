-- Whoever made a task, or the task that it is a part of, and has left its project since, reads it from outside too.
update tasks t set guests = array(
  select distinct u from unnest(t.guests || array[t.userid, main.userid]) u
  where u > 0 and (u = any(t.guests)
    or not exists (select 1 from project_users pu where pu.project_id = t.project_id and pu.userid = u))
  order by u
)
from tasks main
where main.id = case when t.parent_id > 0 then t.parent_id else t.id end
  and exists (
    select 1 from unnest(array[t.userid, main.userid]) maker
    where maker > 0
      and not exists (select 1 from project_users pu where pu.project_id = t.project_id and pu.userid = maker)
  );
