-- Who has listened to which voice message. Written when somebody does, so that sending one costs what every message costs.
create table message_heard (
  msg_id int not null references messages on delete cascade,
  userid int not null,
  primary key (msg_id, userid)
);
