-- The conversation that the task was made in; 0 = none. The conversation may be gone, so it is no foreign key.
alter table tasks add column from_dialog_id int not null default 0;
create index tasks_from_dialog on tasks (from_dialog_id) where from_dialog_id > 0;
