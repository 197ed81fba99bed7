import type pg from 'pg';
import { makePeople } from '../lib/fill.ts';
import { fillBoard } from '../tasks/board.ts';
import { fillFolder } from './files.ts';

export interface Workspace {
  token: string;
  /** For another person who has access to all of it. */
  otherToken: string;
  /** Has 20,000 messages. */
  dialogId: number;
  /** Has 50, and a name to click on. */
  otherDialogId: number;
  /** With 2,000 tasks. */
  projectId: number;
  /** With 10,000. */
  bigProjectId: number;
  /** With 10,000 files. */
  folderId: number;
}

const LONG = 20_000;
const SHORT = 50;
const BOARD = 2000;
const BIG_BOARD = 10_000;

/** One person with a long conversation, a short one and two full boards. */
export async function fillWorkspace(db: pg.Client): Promise<Workspace> {
  const people = await makePeople(db, 5);
  const [me, other] = people;
  if (!me || !other) throw new Error('nobody to measure with');
  const userids = people.map((each) => each.userid);
  const dialogId = await fillDialog(db, 'Long talk', userids, LONG);
  const otherDialogId = await fillDialog(db, 'Short talk', userids, SHORT);
  const board = await fillBoard(db, me.userid, userids.slice(1), BOARD);
  // Another person's: own tasks are part of every first load.
  const big = await fillBoard(db, other.userid, [me.userid], BIG_BOARD);
  return {
    token: me.token,
    otherToken: other.token,
    dialogId,
    otherDialogId,
    projectId: board.projectId,
    bigProjectId: big.projectId,
    folderId: await fillFolder(db, me.userid),
  };
}

async function fillDialog(db: pg.Client, name: string, userids: number[], count: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `with d as (
      insert into dialogs (type, group_type, name, people, owner_id, last_seq, last_at)
      values ('group', 'user', $1, cardinality($2::int[]), ($2::int[])[1], $3, now()) returning id
    ), m as (
      insert into dialog_members (dialog_id, userid, read)
      select d.id, u, int4multirange(int4range(1, $3 + 1)) from d, unnest($2::int[]) u
    ) select id from d`,
    [name, userids, count],
  );
  const id = rows[0]?.id ?? 0;
  await db.query(
    `insert into messages (dialog_id, seq, userid, type, mtype, msg, search_key, send, created_at)
     select $1, n, ($2::int[])[n % cardinality($2::int[]) + 1], 'text', 'text',
       jsonb_build_object('text', '<p>' || repeat('Message ' || n || ' on the plan for Friday. ', 1 + n % 4) || '</p>'), '',
       cardinality($2::int[]) - 1, now() - make_interval(mins => $3 - n)
     from generate_series(1, $3::int) n`,
    [id, userids, count],
  );
  return id;
}
