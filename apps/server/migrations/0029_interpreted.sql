-- What was said in a voice message, written down once. Only who asked for it sees it: `userids`.
create table message_transcripts (
  msg_id int primary key references messages on delete cascade,
  text text not null,
  userids int[] not null
);

-- A message in another language, made once for each. `source` is a digest of the words it was made from: what was edited
-- since is translated again.
create table message_translations (
  msg_id int not null references messages on delete cascade,
  language text not null,
  source text not null,
  content text not null,
  primary key (msg_id, language)
);
