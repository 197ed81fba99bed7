-- The workspace's logo, at most one; its path is in the settings.
create table workspace_logos (
  file_id int primary key references stored_files on delete cascade
);
