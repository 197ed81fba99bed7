-- Whether members may use a project's task templates in their other projects.
alter table projects add column task_template_share text not null default 'open' check (task_template_share in ('open', 'close'));
