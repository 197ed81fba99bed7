-- Profile pictures that people uploaded. The one in use is in `users.userimg`.
create table avatars (
  file_id int primary key references stored_files,
  userid int not null references users (userid)
);
create index avatars_of_user on avatars (userid, file_id);

-- The workspace's logo, at most one; its path is in the settings.
create table workspace_logos (
  file_id int primary key references stored_files on delete cascade
);
