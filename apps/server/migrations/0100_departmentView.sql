-- Whether heads of departments see the project without being its members, where the workspace allows it.
alter table projects add column department_owner_view text not null default 'open'
  constraint projects_department_owner_view_check check (department_owner_view in ('open', 'close'));
