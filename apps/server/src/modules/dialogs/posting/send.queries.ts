/**
 * The ranges that a sender (`dm`) has read, before their own message is added. A sender who leaves other people's
 * messages unread, as scripts and bots do, adds a range with each send, and each send writes all ranges. Before the row
 * reaches the 2 KB from which PostgreSQL compresses it (about 180 ranges), everything that came before counts as read.
 */
const READ_BY_SENDER = `case when pg_column_size(dm.read) > 1800 then int4multirange(int4range(1, upper(dm.read))) else dm.read end`;

/**
 * A send in one statement: the dialog's next number is taken (its row lock orders sends of one dialog), the message,
 * its mentions and its event are written, and the sender's own number counts as read. The number of rows written does
 * not depend on the number of members. Sends nothing if the sender ($2) is neither a member nor the system (0) nor
 * allowed by the caller ($14).
 *
 * The event has only the message's id: on resume the message itself is read again, so it is not stored twice.
 */
export const SEND = `
with d as (
  update dialogs set last_seq = last_seq + 1, last_msg_id = nextval('messages_id_seq'), last_at = greatest(last_at, $3), updated_at = $3
  where id = $1 and deleted_at is null
    and ($2 = 0 or $14 or exists (select 1 from dialog_members where dialog_id = $1 and userid = $2))
  returning id, last_seq, last_msg_id, member_version, people, type, coalesce(nullif($16::int, 0), session_id) as session_id,
    people - (select count(*)::int from dialog_members where dialog_id = $1 and userid = $2) as send
), m as (
  insert into messages (id, dialog_id, seq, userid, type, mtype, msg, search_key, send, link, bot, silence, reply_id,
    mentions, mutation_id, forward_id, session_id, created_at, updated_at)
  overriding system value
  select last_msg_id, id, last_seq, $2, $4, $5, $6::jsonb, $7, send, $8, $9, $10, $11, $12::int[], $13, $15, session_id, $3, $3 from d
  returning id, seq, dialog_id
), own as (
  update dialog_members dm set read = ${READ_BY_SENDER} + int4multirange(int4range(m.seq, m.seq + 1)), updated_at = greatest(dm.updated_at, $3)
  from m where dm.dialog_id = m.dialog_id and dm.userid = $2
), named as (
  insert into message_mentions (dialog_id, userid, seq, msg_id)
  select dialog_id, u, seq, id from m, unnest($12::int[]) u
), replied as (
  update messages q set reply_num = q.reply_num + 1 from d where q.id = $11 and $11 > 0 and q.dialog_id = d.id
  returning q.reply_num
), e as (
  insert into events (type, action, aud, ref, data, at) select 'dialog', 'add', 'dialog', id, jsonb_build_object('id', last_msg_id), $3 from d
  returning id
)
select d.last_msg_id as id, d.last_seq as seq, d.send, d.type as dialog_type, d.session_id, d.member_version, e.id as event_id,
  (select reply_num from replied) as answered_num
from d, e`;

/** Like `SEND`, for the same message to many conversations. Their rows are locked in the given order. */
export const SEND_TO_MANY = `
with q as (
  select id from dialogs where id = any($1::int[]) and deleted_at is null order by id for update
), d as (
  update dialogs set last_seq = last_seq + 1, last_msg_id = nextval('messages_id_seq'), last_at = greatest(last_at, $3), updated_at = $3
  where id in (select id from q)
  returning id, pair, last_seq, last_msg_id, member_version, people, type, session_id
), m as (
  insert into messages (id, dialog_id, seq, userid, type, mtype, msg, search_key, send, bot, silence, session_id, created_at, updated_at)
  overriding system value
  select last_msg_id, id, last_seq, $2, $4, $5, $6::jsonb, $7, people - 1, 1, $8, session_id, $3, $3 from d
  returning id, seq, dialog_id
), own as (
  update dialog_members dm set read = ${READ_BY_SENDER} + int4multirange(int4range(m.seq, m.seq + 1)), updated_at = greatest(dm.updated_at, $3)
  from m where dm.dialog_id = m.dialog_id and dm.userid = $2
), e as (
  insert into events (type, action, aud, ref, data, at) select 'dialog', 'add', 'dialog', id, jsonb_build_object('id', last_msg_id), $3 from d
  returning id, ref
)
select d.id as dialog_id, d.last_msg_id as id, d.last_seq as seq, d.people - 1 as send, d.type as dialog_type, d.session_id,
  d.member_version, d.pair, e.id as event_id, null as answered_num
from d join e on e.ref = d.id`;

/**
 * Several sends as one statement, each as `SEND`. A conversation locked by another change is skipped, so that nobody
 * waits for other people's conversations; its sends, and those of non-members, are missing from the rows. Message ids
 * are taken while the conversation is locked: their order is that of `seq`.
 */
export const SEND_TOGETHER = `
with s as (
  select * from jsonb_to_recordset($1::jsonb) as x(n int, dialog_id int, userid int, at timestamptz, type text, mtype text,
    msg jsonb, search_key text, link int, bot int, silence int, forward_id int, mutation_id text)
), held as (
  select id from dialogs where id = any($2::int[]) and deleted_at is null order by id for update skip locked
), ranked as (
  select s.*, row_number() over (partition by s.dialog_id order by s.n)::int as rank from s join held on held.id = s.dialog_id
  where exists (select 1 from dialog_members dm where dm.dialog_id = s.dialog_id and dm.userid = s.userid)
), named as materialized (
  select ranked.*, nextval('messages_id_seq')::int as msg_id from ranked
), d as (
  update dialogs set last_seq = last_seq + g.count, last_msg_id = g.last, last_at = greatest(last_at, g.at), updated_at = g.at
  from (select dialog_id, count(*)::int, max(msg_id) as last, max(at) as at from named group by dialog_id) g where id = g.dialog_id
  returning id, last_seq - g.count as before, member_version, people - 1 as send, type, session_id
), m as (
  insert into messages (id, dialog_id, seq, userid, type, mtype, msg, search_key, send, link, bot, silence, reply_id,
    mentions, mutation_id, forward_id, session_id, created_at, updated_at)
  overriding system value
  select msg_id, dialog_id, d.before + rank, userid, named.type, mtype, msg, search_key, send, link, bot, silence, 0,
    '{}', mutation_id, forward_id, d.session_id, at, at
  from named join d on d.id = dialog_id order by msg_id
), own as (
  update dialog_members dm set read = ${READ_BY_SENDER} + g.seqs, updated_at = greatest(dm.updated_at, g.at)
  from (
    select dialog_id, userid, range_agg(int4range(before + rank, before + rank + 1)) as seqs, max(at) as at
    from named join d on d.id = dialog_id group by dialog_id, userid
  ) g
  where dm.dialog_id = g.dialog_id and dm.userid = g.userid
), e as (
  insert into events (type, action, aud, ref, data, at)
  select 'dialog', 'add', 'dialog', dialog_id, jsonb_build_object('id', msg_id), at from named order by msg_id
  returning id, (data->>'id')::int as msg_id
)
select n, named.msg_id as id, before + rank as seq, send, d.type as dialog_type, d.session_id, member_version, e.id as event_id
from named join d on d.id = dialog_id join e on e.msg_id = named.msg_id`;

/**
 * Does what `SEND_TOGETHER` does for a single send. Its plan is half as long, and the database has a third less work.
 */
export const SEND_ONE = `
with d as (
  update dialogs set last_seq = last_seq + 1, last_msg_id = nextval('messages_id_seq'), last_at = greatest(last_at, $3), updated_at = $3
  where id = (select id from dialogs where id = $1 and deleted_at is null
    and exists (select 1 from dialog_members where dialog_id = $1 and userid = $2) for update skip locked)
  returning id, last_seq, last_msg_id, member_version, people - 1 as send, type, session_id
), m as (
  insert into messages (id, dialog_id, seq, userid, type, mtype, msg, search_key, send, link, bot, silence, reply_id,
    mentions, mutation_id, forward_id, session_id, created_at, updated_at)
  overriding system value
  select last_msg_id, id, last_seq, $2, $4, $5, $6::jsonb, $7, send, $8, $9, $10, 0, '{}', $11, $12, session_id, $3, $3 from d
), own as (
  update dialog_members dm set read = ${READ_BY_SENDER} + int4multirange(int4range(d.last_seq, d.last_seq + 1)),
    updated_at = greatest(dm.updated_at, $3)
  from d where dm.dialog_id = d.id and dm.userid = $2
), e as (
  insert into events (type, action, aud, ref, data, at)
  select 'dialog', 'add', 'dialog', id, jsonb_build_object('id', last_msg_id), $3 from d
  returning id
)
select 0 as n, d.last_msg_id as id, d.last_seq as seq, d.send, d.type as dialog_type, d.session_id, d.member_version, e.id as event_id
from d, e`;
