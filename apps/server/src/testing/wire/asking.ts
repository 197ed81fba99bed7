import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { columnLists } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect } from 'vitest';
import { type Asked, ask as askPlainly } from '../ask.ts';
import { type TestClient, testServer, world } from '../world.ts';

export interface Envelope {
  ret: number;
  msg: string;
  data: Record<string, unknown>;
}

export type Ask = (path: string, init?: Partial<Asked>, query?: string) => Promise<Envelope>;

/** A person, ids of what this person may see, and how they ask: each answer must be an envelope with status 200. */
export async function worldToAsk(): Promise<{ me: TestClient; ids: Record<string, number>; ask: Ask }> {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const group = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Group' });
  const columns = await ada.call(columnLists, { project_id: project.id });
  const message = await ada.call(msgSendtext, { dialog_id: group.id, text: 'hello' });
  const ids = {
    userid: bo.userid,
    project_id: project.id,
    column_id: columns.data[0]?.id ?? 0,
    task_id: task.id,
    dialog_id: group.id,
    msg_id: message.id,
  };
  return { me: ada, ids, ask: (path, init = {}, query = '') => askAs(ada, path, init, query) };
}

async function askAs(me: TestClient, path: string, init: Partial<Asked>, query: string): Promise<Envelope> {
  const { base } = await testServer();
  const { status, headers, text } = await askPlainly(`${base}/api/${path}${query}`, {
    method: 'GET',
    ...init,
    headers: { token: me.token, ...init.headers },
  });
  expect(status, path).toBe(200);
  expect(headers['content-type'], path).toMatch(/^application\/json/);
  const answer = JSON.parse(text) as Envelope;
  if (Array.isArray(answer)) return { ret: 1, msg: '', data: answer as never };
  expect(Number.isInteger(answer.ret), path).toBe(true);
  expect(typeof answer.msg, path).toBe('string');
  expect(answer, path).toHaveProperty('data');
  expect(answer.data, path).not.toBeNull();
  if (answer.ret !== 1) expect(answer.msg.length, `${path} refuses with a sentence`).toBeGreaterThan(3);
  return answer;
}

export const json = (body: unknown, headers: Record<string, string> = {}): Asked => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
export const form = (fields: Record<string, string>): Asked => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});
