-- A file that was uploaded for a form stays until the form is sent, or until this time.
alter table stored_files add column held_until timestamptz;
