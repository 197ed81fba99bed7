-- An export can also hold everything about one person. The kinds are those that the server knows.
alter table exports drop constraint exports_kind_check;
