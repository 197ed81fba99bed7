import { execFile } from 'node:child_process';
import path from 'node:path';
import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { accessTokenAdd, accessTokenRevoke } from '@atrium/contract/people/accessTokens.ts';
import { applicationAllow } from '@atrium/contract/people/applications.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskOne } from '@atrium/contract/projects/tasks.ts';
import { isRead, type Scope } from '@atrium/contract/scopes.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import {
  Client,
  type ClientOptions,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#testing/freePort';
import { administrator, person, startServer, type TestClient, type TestServer, testServer } from '#testing/world';
import { describeTool, PART_CHARS, TOOLS } from './tools.ts';

let server: TestServer;
let ada: TestClient;
beforeAll(async () => {
  await testServer();
  const port = await freePort();
  server = await startServer({ port, publicUrl: `http://127.0.0.1:${port}` });
  ada = await person('ada');
  ada.resumeOn(server.base);
});
afterAll(() => server.close());

const ALL: Scope[] = [
  'messages:write',
  'projects:write',
  'files:write',
  'people:write',
  'reports:write',
  'approvals:write',
];
const tokenFor = async (who: TestClient, scopes: Scope[]) =>
  who.call(accessTokenAdd, { name: 'Model', scopes }).then(({ token, id }) => ({ token, id }));

async function connected(token: string, options: ClientOptions = {}) {
  const client = new Client({ name: 'test', version: '1' }, options);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.base}/mcp`), { requestInit }));
  return client;
}
const textsOf = ({ content }: { content?: unknown }) => (content as { text: string }[]).map(({ text }) => text);
const jsonOf = (result: { content?: unknown }) => JSON.parse(textsOf(result)[0] ?? '') as Record<string, unknown>;

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.base}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('every tool says what it does and what each of its parameters means', () => {
  const silent = TOOLS.map(describeTool).flatMap(({ name, description, inputSchema }) => [
    ...(description ? [] : [name]),
    ...Object.entries(inputSchema.properties)
      .filter(([, schema]) => !(schema as { description?: string }).description)
      .map(([parameter]) => `${name}.${parameter}`),
  ]);
  expect(silent).toEqual([]);
  const named = TOOLS.flatMap(({ name, only = [], params = {}, call }) =>
    [...only, ...Object.keys(params)]
      .filter((parameter) => !(parameter in (call.input as { properties: object }).properties))
      .map((parameter) => `${name}.${parameter}`),
  );
  expect(named, 'parameters that the call does not have').toEqual([]);
});

test.each([
  ['the current revision', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ['the revision of 2025', {}],
] as [string, ClientOptions][])(
  'the official client works with %s: tools, resources, prompts',
  async (_name, options) => {
    const { token } = await tokenFor(ada, ALL);
    const { id: project_id } = await ada.call(projectAdd, { name: 'Launch' });
    const client = await connected(token, options);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    const self = await client.callTool({ name: 'who_am_i', arguments: {} });
    expect(jsonOf(self)).toMatchObject({ userid: ada.userid });
    expect(JSON.stringify(self)).not.toContain(token);
    const task = jsonOf(await client.callTool({ name: 'create_task', arguments: { project_id, name: 'Ship it' } }));
    expect(await ada.call(taskOne, { task_id: Number(task['id']) })).toMatchObject({ name: 'Ship it', project_id });
    const listed = jsonOf(await client.callTool({ name: 'list_tasks', arguments: { project_id, pagesize: 1 } }));
    expect(listed).toMatchObject({ total: 1, data: [{ id: task['id'] }] });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'atrium://dialog/{id}',
      'atrium://task/{id}',
    ]);
    const uri = `atrium://task/${String(task['id'])}`;
    const { contents } = await client.readResource({ uri });
    expect(contents).toMatchObject([
      { uri, mimeType: 'application/json', text: expect.stringContaining('Ship it') as string },
    ]);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['summarize_conversation', 'plan_task']);
    const plan = await client.getPrompt({ name: 'plan_task', arguments: { task_id: String(task['id']) } });
    expect(JSON.stringify(plan.messages)).toContain('Ship it');
    await client.close();
  },
);

test('a token that may only read is offered only tools that read, in its areas, and can use no others', async () => {
  const { token } = await tokenFor(ada, ['projects:read']);
  const client = await connected(token);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('list_tasks');
  expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
  expect(tools.filter(({ name }) => /message|file|report|people/.test(name))).toEqual([]);
  for (const [name, given] of [
    ['create_project', { name: 'No' }],
    ['read_messages', { dialog_id: 1 }],
  ] as const) {
    const refused = await client.callTool({ name, arguments: given });
    expect(refused.isError).toBe(true);
    expect(textsOf(refused)[0]).toMatch(/^token\.scope: /);
  }
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ name }) => name)).toEqual(['task']);
  await expect(client.readResource({ uri: 'atrium://dialog/1' })).rejects.toThrow(/not found/i);
  await client.close();
});

test('every tool says truly whether it writes, and no tool makes a call that is closed to tokens', async () => {
  const { token } = await tokenFor(ada, ALL);
  const client = await connected(token);
  const { tools } = await client.listTools();
  const byName = new Map(TOOLS.map((tool) => [tool.name, tool]));
  for (const { name, annotations, description, inputSchema } of tools) {
    const tool = byName.get(name);
    expect({ name, isRead: annotations?.readOnlyHint }).toEqual({ name, isRead: tool && isRead(tool.call) });
    expect(description).toMatch(/\.$/);
    const known = Object.keys(tool?.call.input.properties ?? {});
    expect((tool?.only ?? []).filter((field) => !known.includes(field))).toEqual([]);
    expect(JSON.stringify(inputSchema)).not.toContain('wire');
  }
  expect(tools.length).toBe(TOOLS.length);
  await client.close();
});

test('what one person cannot see does not exist for their model: tools, resources and prompts', async () => {
  const bo = await person('bo');
  bo.resumeOn(server.base);
  const { id: project_id } = await bo.call(projectAdd, { name: 'Secret' });
  const { id: task_id } = await bo.call(taskAdd, { project_id, name: 'Hidden' });
  const { id: dialog_id } = await bo.call(groupAdd, { userids: [(await person('cy')).userid], chat_name: 'Private' });
  const client = await connected((await tokenFor(ada, ALL)).token);
  for (const [name, given] of [
    ['get_task', { task_id }],
    ['update_task', { task_id, name: 'Mine' }],
    ['get_project', { project_id }],
    ['read_messages', { dialog_id }],
    ['send_message', { dialog_id, text: 'hi' }],
  ] as const) {
    const result = await client.callTool({ name, arguments: given });
    expect({ name, isError: result.isError }).toEqual({ name, isError: true });
    expect(JSON.stringify(result)).not.toContain('Hidden');
  }
  await expect(client.readResource({ uri: `atrium://task/${task_id}` })).rejects.toThrow(/not found/i);
  await expect(client.readResource({ uri: `atrium://dialog/${dialog_id}` })).rejects.toThrow(/not found/i);
  await expect(client.getPrompt({ name: 'plan_task', arguments: { task_id: String(task_id) } })).rejects.toThrow(
    /not found/i,
  );
  await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/not found/i);
  await client.close();
});

test('wrong input is refused with its reason, unknown tools with an error', async () => {
  const client = await connected((await tokenFor(ada, ALL)).token);
  const missing = await client.callTool({ name: 'create_task', arguments: {} });
  expect(textsOf(missing)[0]).toMatch(/^parameter\.missing: /);
  await expect(client.callTool({ name: 'drop_everything', arguments: {} })).rejects.toThrow(/Unknown tool/);
  await client.close();
});

test('a long result comes in parts, and resources in pages', async () => {
  const client = await connected((await tokenFor(ada, ALL)).token);
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [(await person('di')).userid], chat_name: 'Long' });
  for (let count = 0; count < 40; count++)
    await ada.call(msgSendtext, { dialog_id, text: `${count} ${'word '.repeat(300)}`, text_type: 'md' });
  const parts: string[] = [];
  for (let part = 1; ; part++) {
    const result = await client.callTool({ name: 'read_messages', arguments: { dialog_id, part } });
    if (result.isError) break;
    const [text = '', hint] = textsOf(result);
    expect(text.length).toBeLessThanOrEqual(PART_CHARS);
    expect(hint).toContain(`part ${part} of`);
    parts.push(text);
  }
  expect(parts.length).toBeGreaterThan(1);
  const { list } = JSON.parse(parts.join('')) as { list: unknown[] };
  expect(list).toHaveLength((await ada.call(msgList, { dialog_id })).list.length);
  const { id: project_id } = await ada.call(projectAdd, { name: 'Many' });
  for (let count = 0; count < 60; count++)
    await ada.call(taskAdd, { project_id, name: `Step ${count}`, owner: [ada.userid] });
  const uris: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await client.request({ method: 'resources/list', params: cursor === undefined ? {} : { cursor } });
    expect(page.resources.length).toBeLessThanOrEqual(50);
    uris.push(...page.resources.map(({ uri }) => uri));
    cursor = page.nextCursor;
    pages++;
  } while (cursor);
  expect(pages).toBeGreaterThan(2);
  expect(uris.filter((uri) => uri.startsWith('atrium://task/')).length).toBeGreaterThanOrEqual(60);
  expect(new Set(uris).size).toBe(uris.length);
  await client.close();
});

test('tools that write are in the audit log, by name and ids, without texts; uses are counted', async () => {
  const ed = await person('ed');
  ed.resumeOn(server.base);
  const { id: dialog_id } = await ed.call(groupAdd, { userids: [ada.userid], chat_name: 'Audited' });
  const client = await connected((await tokenFor(ed, ['messages:write'])).token);
  await client.callTool({ name: 'send_message', arguments: { dialog_id, text: 'confidential words' } });
  await client.callTool({ name: 'read_messages', arguments: { dialog_id } });
  const { data } = await (await administrator()).call(auditList, { userid: ed.userid, action: 'tool.used' });
  expect(data).toMatchObject([{ target_name: 'send_message', detail: { call: 'dialog/msg/sendtext', dialog_id } }]);
  expect(JSON.stringify(data)).not.toContain('confidential');
  const metrics = await server.app.metrics.registry.metrics();
  expect(metrics).toContain('atrium_mcp_tools_total{tool="read_messages",outcome="done"}');
  await client.close();
});

test('without a token the answer says where to get one; a revoked token, a foreign page and a large body are refused', async () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const stranger = await post(ping);
  expect(stranger.status).toBe(401);
  expect(stranger.headers.get('www-authenticate')).toContain(
    `resource_metadata="${server.base}/.well-known/oauth-protected-resource/mcp"`,
  );
  const { token, id } = await tokenFor(ada, ['projects:read']);
  const authorization = `Bearer ${token}`;
  expect((await post(ping, { authorization })).status).toBe(200);
  expect((await post(ping, { authorization, origin: 'https://evil.example' })).status).toBe(403);
  expect((await post(`"${'x'.repeat(1024 * 1024)}"`, { authorization })).status).toBe(413);
  expect((await post('{', { authorization })).status).toBe(400);
  expect((await post('['.repeat(100_000), { authorization })).status).toBe(400);
  expect((await fetch(`${server.base}/mcp`, { headers: { authorization } })).status).toBe(405);
  await ada.call(accessTokenRevoke, { id });
  const ended = await post(ping, { authorization });
  expect(ended.status).toBe(401);
  expect(ended.headers.get('www-authenticate')).toContain('error="invalid_token"');
});

test('tool calls count as calls of the token', async () => {
  const { token, id } = await tokenFor(ada, ['projects:read']);
  const client = await connected(token);
  for (let count = 0; count < 600; count++) server.app.limiter.take(`token:${id}`, 600, 60_000);
  const refused = await client.callTool({ name: 'list_projects', arguments: {} });
  expect(textsOf(refused)[0]).toMatch(/^rate\.limited: /);
  await client.close();
});

test('the official client signs in: discovery, registration, PKCE, and a token for /mcp only', async () => {
  const kept: Record<string, unknown> = {};
  let address: URL | undefined;
  const authProvider = {
    redirectUrl: 'http://127.0.0.1:9/callback',
    clientMetadata: {
      client_name: 'Model client',
      redirect_uris: ['http://127.0.0.1:9/callback'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept['client'],
    saveClientInformation: (client: unknown) => void (kept['client'] = client),
    tokens: () => kept['tokens'],
    saveTokens: (tokens: unknown) => void (kept['tokens'] = tokens),
    codeVerifier: () => kept['verifier'],
    saveCodeVerifier: (verifier: string) => void (kept['verifier'] = verifier),
    redirectToAuthorization: (url: URL) => void (address = url),
  } as unknown as OAuthClientProvider;
  const open = () => new StreamableHTTPClientTransport(new URL(`${server.base}/mcp`), { authProvider });
  const first = open();
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(/unauthorized/i);
  const request = Object.fromEntries(address?.searchParams ?? []) as { client_id: string };
  expect(request).toMatchObject({ resource: `${server.base}/mcp`, code_challenge_method: 'S256' });
  const { redirect } = await ada.call(applicationAllow, { ...request, is_read_only: true });
  await first.finishAuth(new URL(redirect).searchParams);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(open());
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(10);
  expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
  const { access_token } = kept['tokens'] as { access_token: string };
  const asCall = await fetch(`${server.base}/api/project/lists`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(await asCall.json()).toMatchObject({ data: { code: 'token.never' } });
  await client.close();
});

const INSPECTOR = path.resolve(
  import.meta.dirname,
  '../../../../../node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js',
);
const inspect = (token: string, ...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const all = [
      INSPECTOR,
      `${server.base}/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${token}`,
      ...args,
    ];
    execFile(process.execPath, all, { timeout: 60_000, maxBuffer: 1e8 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    );
  });

test('the official inspector lists the tools, finds their schemas portable, and calls one', {
  timeout: 120_000,
}, async () => {
  const { token } = await tokenFor(ada, ALL);
  await ada.call(projectAdd, { name: 'Inspected' });
  const listed = await inspect(token, '--method', 'tools/list', '--strict');
  expect({ code: listed.code, err: listed.err }).toMatchObject({ code: 0 });
  expect((JSON.parse(listed.out) as { tools: object[] }).tools).toHaveLength(TOOLS.length);
  const called = await inspect(
    token,
    '--method',
    'tools/call',
    '--tool-name',
    'list_projects',
    '--tool-arg',
    'pagesize=5',
  );
  expect(called.code).toBe(0);
  expect(called.out).toContain('Inspected');
});
