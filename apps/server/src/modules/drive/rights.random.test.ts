import * as d from '@atrium/contract/files/drive.ts';
import type { Call, InputOf, OutputOf } from '@atrium/contract/kit.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { historiesOf, seed } from '#testing/histories';
import { administrator, allCommitted, type InnerClient, person, testServer, unique, withoutHttp } from '#testing/world';
import { indexAll } from '../searchIndex/index.service.ts';

/**
 * A random history of folders, shares, moves and deletions; afterwards each person's lists and searches are compared
 * with asking for each file individually, and with a model of everybody's rights.
 */
const RUNS = historiesOf(15, 300);
const PEOPLE = 3;
const STRANGER = 2_000_000_000;
let people: InnerClient[];
beforeAll(async () => {
  await administrator();
  people = await Promise.all(Array.from({ length: PEOPLE }, async (_, i) => withoutHttp(await person(`f${i}`))));
});

const kinds = [
  'folder',
  'folder',
  'document',
  'document',
  'share',
  'share',
  'unshare',
  'move',
  'out',
  'copy',
  'remove',
] as const;
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    who: fc.nat({ max: PEOPLE - 1 }),
    other: fc.nat({ max: PEOPLE }),
    pick: fc.nat({ max: 100 }),
    into: fc.nat({ max: 100 }),
    flag: fc.boolean(),
  }),
  { minLength: 20, maxLength: 50 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

class Lived {
  readonly word = unique('drive').replace(/[^a-z0-9]/g, '');
  readonly ids: number[] = [];

  async #try<C extends Call>(who: number, call: C, input: InputOf<C>): Promise<OutputOf<C> | undefined> {
    return people[who]?.call(call, input).catch(() => undefined);
  }
  async take({ kind, who, other, pick, into, flag }: Step): Promise<void> {
    const at = (index: number) => this.ids[index % Math.max(1, this.ids.length)] ?? 0;
    const id = at(pick);
    // Sometimes the top level.
    const pid = into % 3 === 0 ? 0 : at(into);
    const userid = people[other]?.userid ?? 0;
    switch (kind) {
      case 'folder':
      case 'document': {
        const made = await this.#try(who, d.driveAdd, { pid, name: `${this.word} ${this.ids.length}`, type: kind });
        if (made) this.ids.push(made.id);
        return;
      }
      case 'copy': {
        const made = await this.#try(who, d.driveCopy, { id, pid });
        if (made) this.ids.push(made.id);
        return;
      }
      case 'share':
        return void (await this.#try(who, d.driveShareUpdate, {
          ...{ id, userids: [userid], permission: Number(flag), force: pick % 2 === 0 },
        }));
      case 'unshare':
        return void (await this.#try(who, d.driveShareUpdate, { id, userids: [userid], permission: -1 }));
      case 'move':
        return void (await this.#try(who, d.driveMove, { ids: [id], pid }));
      case 'out':
        return void (await this.#try(who, d.driveShareOut, { id }));
      case 'remove':
        // Rare, because otherwise nothing would be left to see.
        if (flag && pick < 40) await this.#try(who, d.driveRemove, { ids: [id] });
    }
  }
}

const sorted = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b);

/** Everything reachable by opening folder after folder. */
async function walked(client: InnerClient): Promise<d.DriveFile[]> {
  const found: d.DriveFile[] = [];
  const open = [0];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const here = (await client.call(d.driveLists, { pid })).filter((file) => file.pid === pid);
    found.push(...here);
    for (const file of here) if (file.type === 'folder') open.push(file.id);
  }
  return found;
}

interface Plain {
  id: number;
  pid: number;
  userid: number;
  created_id: number;
}
/**
 * The access rule, written independently: one's own files; else those shared directly or through a folder, with write
 * access to one's own items.
 */
function expectedOf(userid: number, id: number, files: Map<number, Plain>, shares: Map<number, [number, number][]>) {
  const file = files.get(id);
  if (!file) return -1;
  if (file.userid === userid) return 1000;
  for (let at: Plain | undefined = file; at; at = files.get(at.pid)) {
    const given = (shares.get(at.id) ?? []).filter(([name]) => name === userid || name === 0).map(([, right]) => right);
    if (shares.has(at.id)) return given.length === 0 ? -1 : file.created_id === userid ? 1000 : Math.max(...given);
  }
  return -1;
}

test('everybody lists, fetches and finds exactly the files they may access', {
  timeout: 300_000,
}, async () => {
  const { app } = await testServer();
  let seen = 0;
  let hidden = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const lived = new Lived();
      for (const step of history) await lived.take(step);
      await allCommitted(app);
      await indexAll(app);
      const rows = await app.db
        .selectFrom('files')
        .select(['id', 'pid', 'userid', 'created_id', 'deleted_at'])
        .execute();
      const files = new Map(rows.filter((row) => !row.deleted_at).map((row) => [row.id, row]));
      const shares = new Map<number, [number, number][]>();
      for (const each of await app.db.selectFrom('file_shares').selectAll().execute()) {
        shares.set(each.file_id, [...(shares.get(each.file_id) ?? []), [each.userid, each.permission]]);
      }
      // One link of a stranger to each file: full access to it or to a folder above shows the link.
      await sql`delete from file_links where userid = ${STRANGER}`.execute(app.db);
      await sql`insert into file_links (file_id, userid, audience, code)
        select id, ${STRANGER}, 'anyone', 'random-' || id from files where id = any(${lived.ids}::int[])`.execute(
        app.db,
      );
      for (const client of people) {
        const open: number[] = [];
        for (const id of lived.ids) {
          const right = await client.call(d.driveOne, { id: String(id) }).then(
            ({ permission }) => permission,
            () => -1,
          );
          expect(right, `${client.userid} and ${id}`).toBe(expectedOf(client.userid, id, files, shares));
          if (right >= 0) {
            open.push(id);
            const { list } = await client.call(d.driveLinks, { id });
            let isFull = false;
            for (let at = files.get(id); at && !isFull; at = files.get(at.pid)) {
              isFull = expectedOf(client.userid, at.id, files, shares) === 1000;
            }
            expect(
              list.some((link) => link.file_id === id),
              `${client.userid} and the link of ${id}`,
            ).toBe(isFull);
          }
        }
        const mine = new Set(lived.ids);
        const listed = (await walked(client)).map(({ id }) => id).filter((id) => mine.has(id));
        expect(sorted(listed)).toEqual(sorted(open));
        const found = await client.call(d.driveSearch, { key: lived.word, take: 100 });
        expect(sorted(found.map(({ id }) => id))).toEqual(sorted(open));
        seen += open.length;
        hidden += lived.ids.length - open.length;
      }
      // A tree has a single owner.
      for (const file of files.values()) {
        if (file.pid > 0) expect(files.get(file.pid)?.userid).toBe(file.userid);
      }
    }),
    { numRuns: RUNS, endOnFailure: true, seed },
  );
  expect(seen).toBeGreaterThan(RUNS);
  expect(hidden).toBeGreaterThan(RUNS);
});
