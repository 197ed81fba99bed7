-- Pictures that people uploaded to be shown as themselves. Which of them is shown stands in users.userimg.
create table faces (
  file_id int primary key references stored_files,
  userid int not null references users (userid)
);
create index faces_of_user on faces (userid, file_id);
