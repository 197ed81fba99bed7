import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { driveLists } from '@atrium/contract/files/drive.ts';
import { accessTokenAdd } from '@atrium/contract/people/accessTokens.ts';
import { projectLists } from '@atrium/contract/projects/projects.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { person, type TestClient, testServer } from '../world.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../../../..');
const ENV = { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false' };

let folder: string;
let ada: TestClient;
let env: NodeJS.ProcessEnv;
let examples: string[];

// The package as somebody installs it: packed, and unpacked far from this repository.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-api-'));
  const own = path.join(root, 'packages/api');
  await run(process.execPath, [path.join(root, 'scripts/api.mjs')], { cwd: root });
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: own, env: ENV });
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'mine', type: 'module', private: true }));
  await run('npm', ['install', '--offline', '--ignore-scripts', `./${packed}`], { cwd: folder, env: ENV });
  const readme = await readFile(path.join(own, 'README.md'), 'utf8');
  examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
  for (const [at, code] of examples.entries()) await writeFile(path.join(folder, `example${at}.ts`), code);
  ada = await person('ada');
  const scopes = ['messages:write', 'projects:write', 'files:write', 'people:read'] as const;
  const { token } = await ada.call(accessTokenAdd, { name: 'Package', scopes: [...scopes] });
  env = { ...ENV, ATRIUM_URL: (await testServer()).base, ATRIUM_TOKEN: token };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the packed package has what it needs and nothing of this repository', async () => {
  const installed = path.join(folder, 'node_modules/@atrium/api');
  const files = (await readdir(installed, { recursive: true })).filter((name) => name.includes('.')).sort();
  expect(files).toEqual([
    'README.md',
    'dist/calls.d.ts',
    'dist/client.d.ts',
    'dist/client.js',
    'dist/index.d.ts',
    'dist/index.js',
    'package.json',
  ]);
  for (const name of files) {
    const text = await readFile(path.join(installed, name), 'utf8');
    expect({
      name,
      found: /@atrium\/(contract|server|client)|typebox|\.\.\/\.\./.test(text.replace(/"prepack".*/, '')),
    }).toEqual({
      name,
      found: false,
    });
  }
});

test('the examples of the README have correct types, and wrong calls have none', async () => {
  await writeFile(
    path.join(folder, 'wrong.ts'),
    `import { Atrium } from '@atrium/api';
const atrium = new Atrium({ url: '', token: '' });
// @ts-expect-error  no such call
await atrium.call('project/explode');
// @ts-expect-error  a needed field is missing
await atrium.call('project/one', {});
// @ts-expect-error  a field of another type
await atrium.call('project/one', { project_id: 'x' });
// @ts-expect-error  no list
atrium.each('project/one', { project_id: 1 });
const { name }: { name: string } = await atrium.call('project/one', { project_id: 1 });
console.log(name);
`,
  );
  const names = [...examples.keys()].map((at) => `example${at}.ts`);
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext'];
  const types = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules/@types')];
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, ...options, ...types, ...names, 'wrong.ts'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

test('the examples of the README work against a server', async () => {
  expect(examples.length).toBeGreaterThanOrEqual(6);
  const printed: string[] = [];
  for (const at of examples.keys()) {
    const { stdout } = await run(process.execPath, [`example${at}.ts`], { cwd: folder, env });
    printed.push(stdout.trim().split('\n').at(-1) ?? '');
  }
  expect(printed).toEqual([
    expect.stringContaining('Working as'),
    expect.stringMatching(/^Task \d+ is done$/),
    'Sent',
    'End of the list',
    'Uploaded',
    expect.stringMatching(/^project\.gone ./),
  ]);
  const { data } = await ada.call(projectLists, {});
  expect(data.map(({ name }) => name)).toContain('Launch');
  expect((await ada.call(driveLists, {})).map(({ name }) => name)).toContain('notes');
});

test('a call that was refused because there were too many is made again', async () => {
  await writeFile(
    path.join(folder, 'again.ts'),
    `import { Atrium } from '@atrium/api';
let calls = 0;
const busy = async () => ++calls < 3
  ? new Response('{}', { status: 429, headers: { 'retry-after': '0' } })
  : Response.json({ ret: 1, msg: '', data: { nickname: 'Ada' } });
const atrium = new Atrium({ url: 'http://none.invalid', token: async () => 'x', fetch: busy });
console.log((await atrium.call('users/info')).nickname, calls);
`,
  );
  expect((await run(process.execPath, ['again.ts'], { cwd: folder })).stdout.trim()).toBe('Ada 3');
});
