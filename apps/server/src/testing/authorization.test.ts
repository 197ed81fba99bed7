import { calls } from '@atrium/contract/contract.ts';
import { beforeAll, expect, test } from 'vitest';
import { rows as approvals } from './authorization/approvals.rows.ts';
import { rows as apps } from './authorization/apps.rows.ts';
import { rows as assistants } from './authorization/assistants.rows.ts';
import { rows as dialogs } from './authorization/dialogs.rows.ts';
import { rows as files } from './authorization/files.rows.ts';
import { rows as meetings } from './authorization/meetings.rows.ts';
import { rows as messages } from './authorization/messages.rows.ts';
import { rows as projects } from './authorization/projects.rows.ts';
import { rows as reports } from './authorization/reports.rows.ts';
import { createPeople, people, type Role, type Row, roles } from './authorization/scene.ts';
import { rows as system } from './authorization/system.rows.ts';
import { rows as tasks } from './authorization/tasks.rows.ts';
import { rows as users } from './authorization/users.rows.ts';
import { anotherDevice } from './world.ts';

/**
 * Every call of the contract in every role. The outsider and the administrator are not involved with the owner's and
 * member's things: the answer is that a thing is gone, not that it is forbidden. A call without a row fails.
 */
const rows: Record<string, Row> = {
  ...system,
  ...users,
  ...projects,
  ...tasks,
  ...dialogs,
  ...messages,
  ...files,
  ...reports,
  ...assistants,
  ...meetings,
  ...approvals,
  ...apps,
};

beforeAll(createPeople);

test('every call has a row, and every row a call', () => {
  const asked = new Set(Object.keys(rows).map((key) => key.split('#')[0]));
  expect(calls.map((call) => call.path).filter((path) => !asked.has(path))).toEqual([]);
  const known = new Set(calls.map((call) => call.path));
  expect([...asked].filter((path) => !known.has(path ?? ''))).toEqual([]);
});

/** The default for a role that its row does not mention: the check of the call's access. */
function expected(row: Row, access: string, role: Role): string {
  const listed = row.cells?.[role];
  if (access === 'public') return listed ?? 'ok';
  if (role === 'nobody') return 'auth.required';
  if (role === 'disabled') return 'auth.ended';
  return listed ?? 'ok';
}

// covers C1-01
test.for(Object.entries(rows))('%s', { timeout: 60_000 }, async ([key, row]) => {
  const path = key.split('#')[0] ?? '';
  const call = calls.find((each) => each.path === path);
  const answers: Partial<Record<Role, string>> = {};
  // A refused caller changes nothing, so that the next one can use the same input.
  let untouched: Record<string, unknown> | undefined;
  for (const role of roles) {
    const person = people[role];
    const isIn = role !== 'nobody' && role !== 'disabled';
    const caller = row.ends && isIn ? await anotherDevice(person) : person;
    // Anonymous and disabled callers are refused for any input.
    const isFree = !row.input || (!isIn && call?.access !== 'public');
    const input = isFree ? {} : (untouched ?? (await row.input?.(caller)));
    const answer = await caller.raw(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    if (!isFree) untouched = answer.ret === 1 || key === 'users/email/edit' ? undefined : input;
    answers[role] = call?.bare || answer.ret === 1 ? 'ok' : String(answer.data.code);
  }
  expect(answers).toEqual(Object.fromEntries(roles.map((role) => [role, expected(row, call?.access ?? '', role)])));
});
