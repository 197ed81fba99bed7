import { calls } from '@atrium/contract/contract.ts';
import type { Call } from '@atrium/contract/kit.ts';
import { Compile } from 'typebox/compile';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask as askPlainly } from '../ask.ts';
import { isLong } from '../histories.ts';
import { person, type TestClient, testServer } from '../world.ts';
import { type Ask, type Envelope, form, json, worldToAsk } from './asking.ts';

/** Asks every call of the contract in several ways, and with values that no field accepts. */

let me: TestClient;
let clumsy: TestClient;
let ids: Record<string, number>;
let ask: Ask;

beforeAll(async () => {
  ({ me, ids, ask } = await worldToAsk());
  clumsy = await person('clumsy');
});

/** Node sends no content-length for the body of a GET, so it is set here. */
async function getWithBody(path: string, body: string, headers: Record<string, string>): Promise<Envelope> {
  const { base } = await testServer();
  const length = String(Buffer.byteLength(body));
  const { status, text } = await askPlainly(`${base}/api/${path}`, {
    method: 'GET',
    headers: { ...headers, 'content-length': length },
    body,
  });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  const answer = JSON.parse(text) as Envelope | [];
  return Array.isArray(answer) ? { ret: 1, msg: '', data: answer as never } : answer;
}

interface Field {
  wire?: string;
  enum?: string[];
}
interface Fields {
  properties?: Record<string, Field>;
  required?: string[];
}

/** Existing ids for calls that read; missing ones for the others, so that nothing changes. */
const NOTHING = '2147483647';
const reads = /(^system|\/(lists|one|info|user|beyond|list|latest|detail|unread|search|basic|content|readlist))$/;
const isRead = (path: string) => reads.test(path) && path !== 'project/user' && path !== 'dialog/open/user';

function fieldsOf(call: Call): Record<string, string> {
  const { properties = {}, required = [] } = call.input as unknown as Fields;
  const sample = (name: string, { wire, enum: words }: Field) => {
    if (isRead(call.path) && ids[name] !== undefined) return String(ids[name]);
    if (words) return words[0] ?? '';
    if (name === 'symbol') return '👍';
    // A second report for the same day is refused.
    if (call.path === 'report/store' && name === 'content') return '<p></p>';
    if (name === 'sort') return '[]';
    return wire === 'int' || wire === 'ids' || name === 'id' ? NOTHING : `some ${name}`;
  };
  return Object.fromEntries(required.map((name) => [name, sample(name, properties[name] ?? {})]));
}

/** These end the sign-in of the other tests, hash passwords six times, or do it three times at most. */
const apart = new Set(['users/logout', 'users/login', 'users/editpass', 'users/data/export', 'file/dav/create']);

/** Values that no field accepts. */
const NO_FIELD_MEANS = [null, 0, '', -1, 1e300, 'x'.repeat(300), { a: [1] }, ['x', null], '[object Object]', '{'];

/** So many of the values, beginning with another one for each turn, or in a long run all. */
const ofTurn = <T>(values: readonly T[], turn: number, count: number): T[] =>
  isLong ? [...values] : Array.from({ length: count }, (_, index) => values[(turn * count + index) % values.length]!);

// covers A7-01, A7-03, C7-01, C7-02, C1-05
describe.for(calls.filter((call) => !apart.has(call.path)))('$path', (call) => {
  test('answers GET, POST, form and JSON alike, completely and with the right types (2, 3, 10, 12, 13)', async () => {
    const fields = fieldsOf(call);
    const query = `?${new URLSearchParams(fields).toString()}`;
    const output = Compile(call.output);
    const type = { 'content-type': 'application/json' };
    const ways: Record<string, () => Promise<Envelope>> = {
      'POST JSON': () => ask(call.path, json(fields)),
      'GET query': () => ask(call.path, {}, query),
      'GET query, JSON type, no body': () => ask(call.path, { headers: type }, query),
      'POST form': () => ask(call.path, form(fields)),
      'POST query': () => ask(call.path, { method: 'POST' }, query),
      'GET JSON body': () => getWithBody(call.path, JSON.stringify(fields), { ...type, token: me.token }),
    };
    const results = new Map<string, number>();
    const [first, ...others] = Object.entries(ways);
    // JSON, as our client sends it, and two of the others in turns; in a long run all of them.
    for (const [way, go] of [first!, ...ofTurn(others, calls.indexOf(call), 2)]) {
      const answer = await go();
      results.set(way, answer.ret);
      expect(answer.data.code, `${way}: ${answer.msg}`).not.toBe('internal');
      const [wrong] = answer.ret === 1 ? output.Errors(answer.data) : [];
      expect(wrong && `${way}: ${wrong.instancePath} ${wrong.message}`).toBeUndefined();
    }
    expect(new Set(results.values()).size, JSON.stringify([...results])).toBe(1);
  });

  test('refuses invalid requests in the envelope without internal errors (2, 3, 8)', async () => {
    const { properties = {} } = call.input as unknown as Fields;
    for (const value of ofTurn(NO_FIELD_MEANS, calls.indexOf(call), 3)) {
      const body = Object.fromEntries(Object.keys(properties).map((name) => [name, value]));
      const { data, msg } = await ask(call.path, json(body, { token: clumsy.token }));
      expect(data.code, `${JSON.stringify(value)?.slice(0, 40)}: ${msg}`).not.toBe('internal');
    }
  });
});

/** Values that no column, calendar or JSON accepts: the fields take turns, and in a long run each gets all of them. */
const NO_COLUMN_HOLDS = [
  1e20,
  [[1], { b: 2 }],
  2 ** 31,
  `${2 ** 31}`,
  '2026-02-30',
  ['2026-02-30 10:00:00', '2026-02-31 10:00:00', `${'x'.repeat(254)}😀`],
  '<p><span class="mention" data-denotation-char="@" data-id="2147483648" data-value="a">@a</span></p>',
  // Cut at an even and an odd position, which splits an emoji.
  `x${'😀'.repeat(150)}`,
  '😀'.repeat(150),
];

test('an impossible value is refused in every field, and a list in a list (3)', async () => {
  const wrong = async (call: Call, name: string, value: unknown) => {
    const { data, msg } = await ask(call.path, json({ ...fieldsOf(call), [name]: value }, { token: clumsy.token }));
    return data.code === 'internal' ? [`${call.path} ${name} ${JSON.stringify(value)}: ${msg}`] : [];
  };
  const found: string[] = [];
  for (const call of calls) {
    if (apart.has(call.path)) continue;
    const names = Object.keys((call.input as unknown as Fields).properties ?? {});
    const turn = calls.indexOf(call);
    const asked = names.flatMap((name, index) =>
      ofTurn(NO_COLUMN_HOLDS, turn + index, 1).map((value) => wrong(call, name, value)),
    );
    found.push(...(await Promise.all(asked)).flat());
  }
  expect(found).toEqual([]);
});
