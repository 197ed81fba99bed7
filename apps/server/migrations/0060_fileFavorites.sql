-- Files and folders can be favorites too. The kinds are those that the server knows.
alter table favorites drop constraint favorites_type_check;
