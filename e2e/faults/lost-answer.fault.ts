import { setTimeout as sleep } from 'node:timers/promises';
import { proxyTo } from '../../apps/server/src/testing/databaseProxy.ts';
import type { Fault } from './fault.ts';
import { Cleanup, check, connect, Listener, register, startDatabase, startServer, until } from './support.ts';

const ROUNDS = 100;
const PEOPLE = 8;

/** Database connections are ended under load, especially between a commit and its answer. */
export const fault: Fault = {
  name: 'lost-answer',
  promise: 'Every committed event reaches open sockets once, though the answer to its commit was lost.',
  async run() {
    const cleanup = new Cleanup();
    try {
      const database = await startDatabase(cleanup);
      const proxy = await proxyTo(database.url);
      cleanup.add(() => proxy.close());
      const server = await startServer(cleanup, { DATABASE_URL: proxy.url });
      const direct = await connect(database.url);
      cleanup.add(() => direct.end());
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => register(server.base)));
      const [first, second] = people;
      if (!first || !second) throw new Error('nobody is there');
      const userids = people.map(({ userid }) => userid);
      const group = await first.call('dialog/group/add', { chat_name: 'Load', userids });
      const project = await first.call('project/add', { name: 'Load', columns: 'To do' });
      await first.call('project/user', { project_id: project.id, userid: userids });
      const listeners = people.map(({ token }) => new Listener(server.base, token).open());
      cleanup.add(() => listeners.forEach((listener) => listener.close()));
      await until('everybody listens', () => listeners.every(({ isOpen }) => isOpen));
      const { rows: start } = await direct.query<{ id: string }>('select coalesce(max(id), 0) as id from events');

      // Three kinds of writes whose commit is carried out and not answered.
      const writes: [string, string[], (mutation: string) => Promise<unknown>][] = [
        [
          'message',
          ['send_many', 'insert into messages'],
          (mutation) => first.call('dialog/msg/sendtext', { dialog_id: group.id, text: 'lost' }, mutation),
        ],
        [
          'task',
          ['commit'],
          (mutation) => first.call('project/task/add', { project_id: project.id, name: 'lost' }, mutation),
        ],
        [
          'column',
          ['commit'],
          (mutation) => first.call('project/column/add', { project_id: project.id, name: 'lost' }, mutation),
        ],
      ];
      for (const [kind, texts, write] of writes) {
        // The next commit may be a background job's.
        for (let attempt = 1, isLost = false; !isLost; attempt++) {
          check(attempt < 20, `${kind}: the answer was not lost`);
          const lost = proxy.loseAnswerTo(...texts);
          const mutation = `lost-${kind}-${attempt}`;
          isLost = await write(mutation).then(
            () => false,
            () => true,
          );
          await lost;
          if (isLost) await write(mutation);
        }
      }

      // Then all connections are cut a hundred times while everybody writes.
      let isOver = false;
      let refused = 0;
      const work = people.map(async (person, at) => {
        for (let n = 0; !isOver; n++) {
          const write =
            n % 5 === 4
              ? person.call('project/task/add', { project_id: project.id, name: `Task ${n}` }, `t${at}x${n}`)
              : person.call('dialog/msg/sendtext', { dialog_id: group.id, text: `Message ${n}` }, `m${at}x${n}`);
          await write.catch(() => void refused++);
        }
      });
      let ended = 0;
      for (let round = 0; round < ROUNDS; round++) {
        await sleep(60);
        const { rows } = await direct.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'atrium' and pid <> pg_backend_pid()",
        );
        ended += rows.length;
      }
      isOver = true;
      await Promise.all(work);

      const ids = await heardBy(direct, Number(start[0]?.id), second.userid);
      const missing = () => listeners.map(({ ids: heard }) => ids.filter((id) => !new Set(heard).has(id)).length);
      await until('everything is announced', () => missing().every((n) => n === 0), 15_000).catch(() => undefined);
      const lost = ids.filter((id) => listeners.some(({ ids: heard }) => !heard.includes(id)));
      const { rows: what } = await direct.query<{ said: string }>(
        `select concat_ws(' ', id, type, action, aud, ref, left(data::text, 200)) as said from events where id = any($1::bigint[])`,
        [lost],
      );
      for (const { said } of what) process.stderr.write(`missing: ${said}\n`);
      const repeated = listeners.map(({ ids: heard }) => heard.length - new Set(heard).size);
      const closed = listeners.reduce((sum, { closes }) => sum + closes, 0);
      check(
        missing().every((n) => n === 0),
        `events missing on ${PEOPLE} sockets: ${missing().join(', ')} of ${ids.length}`,
      );
      check(
        repeated.every((n) => n === 0),
        `events that came twice: ${repeated.join(', ')}`,
      );
      check(closed === 0, `${closed} sockets were closed`);
      return `${ended} connections ended in ${ROUNDS} rounds, ${refused} calls failed; ${ids.length} events x ${PEOPLE} sockets: 0 missing, 0 twice`;
    } finally {
      await cleanup.run();
    }
  },
};

/** The events since then for everybody in the group and the project. */
async function heardBy(
  client: { query(text: string, values: unknown[]): Promise<{ rows: { id: string }[] }> },
  after: number,
  userid: number,
) {
  const { rows } = await client.query(
    `select e.id from events e where e.id > $1 and (e.aud = 'dialog' and exists (
        select 1 from dialog_members m join messages g on g.dialog_id = m.dialog_id and g.id = (e.data->>'id')::int and g.userid <> $2
        where m.dialog_id = e.ref and m.userid = $2 and e.action = 'add' and g.type = 'text')
      or e.aud = 'project') order by e.id`,
    [after, userid],
  );
  return rows.map(({ id }) => Number(id));
}
