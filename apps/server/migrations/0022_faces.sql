-- Profile pictures that people uploaded. The one in use is in `users.userimg`.
create table faces (
  file_id int primary key references stored_files,
  userid int not null references users (userid)
);
create index faces_of_user on faces (userid, file_id);
