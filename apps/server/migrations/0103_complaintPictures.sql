-- Pictures that were sent with a report.
create table complaint_files (
  complaint_id integer not null references complaints (id) on delete cascade,
  file_id integer not null references stored_files (id),
  primary key (complaint_id, file_id)
);
create index complaint_files_file on complaint_files (file_id);
