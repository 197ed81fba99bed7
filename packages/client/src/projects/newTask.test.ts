import type { Column, Project } from '@atrium/contract/projects/projects.ts';
import { beforeEach, expect, test } from 'vitest';
import { type Client, createClient } from '../client.ts';
import type { UploadLike } from '../host.ts';
import { FakeHost } from '../testing.ts';
import { addPicturedTask, localPictures } from './newTask.ts';

const ok = (data: unknown) => JSON.stringify({ ret: 1, msg: '', data });
const refusal = (code: string) => JSON.stringify({ ret: 0, msg: code, data: { code } });

/** A fake server that accepts pictures, or refuses them. */
class PictureHost extends FakeHost {
  readonly came: string[] = [];
  readonly added: Record<string, unknown>[] = [];
  /** The number of pictures lost on the way. */
  losing = 0;
  refused = '';

  override answer = (url: string, init: { body: string }) => {
    if (!url.endsWith('project/task/add')) return ok({});
    this.added.push(JSON.parse(init.body) as Record<string, unknown>);
    return ok({ id: 40, project_id: 7, is_visible: 1 });
  };
  async upload(_url: string, { fields, file }: UploadLike) {
    if (this.losing-- > 0) throw new Error('torn');
    if (this.refused) return { status: 200, text: async () => refusal(this.refused) };
    this.came.push(`${fields['project_id']}:${file.name}:${await file.content.text()}`);
    const url = `{{RemoteURL}}file/${this.came.length}/${file.name}`;
    return { status: 200, text: async () => ok({ url, width: 40, height: 30 }) };
  }
}

let host: PictureHost;
let client: Client;
beforeEach(() => {
  host = new PictureHost();
  client = createClient(host, { base: '', language: 'en', version: '1', platform: 'test', preview: () => '' });
  client.store.base.project.put({ id: 7, name: 'Harbour' } as unknown as Project);
  client.store.base.column.put({ id: 71, project_id: 7, name: 'To do', sort: 0 } as unknown as Column);
  client.queue.start();
});
function add() {
  const keys = ['pier', 'boat'].map((words) => client.files.add(new Blob([words])));
  const [pier = '', boat = ''] = keys;
  const content = `<p><img src="local:${pier}" alt="a"> and <img src="local:${boat}" alt="b"><img src="local:${pier}"></p>`;
  const names = { [pier]: 'pier.png', [boat]: 'boat.png' };
  const answer = client.mutate(addPicturedTask, { project_id: 7, name: 'Paint', content }, { names, lost: 'Lost.' });
  return { keys, content, answer };
}
const settle = async (ms = 0) => {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    await host.pass(turn === 0 ? ms : 0);
  }
};

test('a new task shows at once; its pictures upload first, once each, and it follows with their addresses', async () => {
  const { keys, answer, content } = add();
  expect(localPictures(content)).toEqual(keys);
  expect([...client.store.all('task')].map(({ name }) => name)).toEqual(['Paint']);
  await settle();
  await answer;
  expect(host.came).toEqual(['7:pier.png:pier', '7:boat.png:boat']);
  const [first, second] = [1, 2].map(
    (n) => `<img src="{{RemoteURL}}file/${n}/${['', 'pier', 'boat'][n]}.png" width="40" height="30"`,
  );
  expect(host.added.map(({ content: sent }) => sent)).toEqual([
    `<p>${first} alt="a"> and ${second} alt="b">${first}></p>`,
  ]);
  expect(await client.files.get(keys[0] ?? '')).toBeUndefined();
});

test('a lost picture is uploaded again before its task', async () => {
  host.losing = 1;
  const { answer } = add();
  await settle();
  expect(host.added).toEqual([]);
  expect(client.queue.pending).toBe(1);
  await settle(1000);
  await answer;
  expect(host.came).toHaveLength(2);
  expect(host.added).toHaveLength(1);
});

test('a task is not created without a picture the server refuses', async () => {
  host.refused = 'file.broken';
  const { answer } = add();
  answer.catch(() => undefined);
  await settle();
  await expect(answer).rejects.toMatchObject({ code: 'file.broken' });
  expect(host.added).toEqual([]);
  expect([...client.store.all('task')]).toEqual([]);
});
