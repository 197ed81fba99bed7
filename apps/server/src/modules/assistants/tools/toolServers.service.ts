import { createHash } from 'node:crypto';
import type * as contract from '@atrium/contract/chat/assistantSettings.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { Client, Tool } from '@modelcontextprotocol/client';
import type { App } from '#platform/app';
import { truncate } from '#platform/events/truncate';
import { fail } from '#platform/fail';
import { guardedFetch } from '#platform/outside/outbound';
import type { View } from '#platform/work';
import { commonOf, type StoredServer } from '../common.service.ts';
import { serviceErrorText } from '../serviceErrors.ts';
import type { OfferedTool } from './offeredTool.ts';

/**
 * A client of the Model Context Protocol over Streamable HTTP, for the servers that administrators connect. Each use
 * begins a session of its own, so that nodes need not share a session.
 */
const LIST_MS = 10_000;
const CALL_MS = 60_000;
const KEPT_MS = 300_000;
const TOOLS = 100;
const DESCRIPTION_CHARS = 1000;
const SCHEMA_CHARS = 20_000;
const RESULT_CHARS = 40_000;
const ANSWER_BYTES = 2 * 1024 * 1024;

type RemoteTool = Pick<Tool, 'name' | 'description' | 'inputSchema'>;

const kept = new WeakMap<App, Map<string, { until: number; tools: RemoteTool[] }>>();

/** If a server does not answer, the assistant answers without its tools. */
export async function outsideTools(app: App, servers: readonly StoredServer[]): Promise<OfferedTool[]> {
  const lists = await Promise.all(
    servers.map(async (server) => {
      try {
        return (await listCachedTools(app, server)).map((tool) => offered(app, server, tool));
      } catch (error) {
        app.log.warn({ err: error, server: server.name }, 'a server with tools does not answer');
        return [];
      }
    }),
  );
  return lists.flat();
}

async function listCachedTools(app: App, server: StoredServer): Promise<RemoteTool[]> {
  const known = kept.get(app) ?? new Map<string, { until: number; tools: RemoteTool[] }>();
  kept.set(app, known);
  const mark = createHash('sha256').update(`${server.id} ${server.url} ${server.key}`).digest('hex');
  const found = known.get(mark);
  if (found && found.until > Date.now()) return found.tools;
  const tools = await listRemote(app, server);
  known.set(mark, { until: Date.now() + KEPT_MS, tools });
  return tools;
}

async function listRemote(app: App, server: StoredServer): Promise<RemoteTool[]> {
  const signal = AbortSignal.timeout(LIST_MS);
  const { tools } = await withServer(app, server, signal, (client) => client.listTools({}, { signal }));
  return tools.filter(({ inputSchema }) => JSON.stringify(inputSchema).length < SCHEMA_CHARS).slice(0, TOOLS);
}

/** Every use of these tools needs a person's permission, because the parameters leave the workspace. */
const offered = (app: App, server: StoredServer, tool: RemoteTool): OfferedTool => ({
  name: nameOf(server, tool),
  title: `${server.name}: ${truncate(tool.name, 100)}`,
  description: truncate(tool.description ?? '', DESCRIPTION_CHARS),
  inputSchema: tool.inputSchema,
  isSafe: false,
  run: async (input, signal) => {
    const params = { name: tool.name, arguments: input };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]);
    const { content } = await withServer(app, server, limit, (client) => client.callTool(params, { signal: limit }));
    const texts = (content as { type: string; text?: string }[])
      .filter(({ type }) => type === 'text')
      .map(({ text }) => text ?? '');
    return truncate(texts.join('\n'), RESULT_CHARS) || 'It answered nothing.';
  },
});

/**
 * Models take only letters, digits, `_` and `-`. The address is part of the name, so that a permission does not pass to
 * another server.
 */
const nameOf = ({ id, url }: StoredServer, { name }: RemoteTool): string => {
  const mark = createHash('sha256').update(`${url} ${name}`).digest('hex').slice(0, 6);
  return `s${id}_${name.replaceAll(/[^\w-]/g, '_').slice(0, 40)}_${mark}`;
};

/** Runs with one connection, which is closed afterwards. The client library is loaded on first use. */
async function withServer<T>(
  app: App,
  { url, key }: StoredServer,
  signal: AbortSignal,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const mcp = await import('@modelcontextprotocol/client');
  const client = new mcp.Client({ name: 'atrium', version: app.version });
  const guarded = guardedFetch(app.openStream);
  const transport = new mcp.StreamableHTTPClientTransport(new URL(url), {
    fetch: async (input, init) => limited(await guarded(input, { ...init, signal: init?.signal ?? signal })),
    requestInit: { headers: key ? { authorization: `Bearer ${key}` } : {} },
  });
  try {
    await client.connect(transport, { signal });
    return await use(client);
  } finally {
    await client.close();
  }
}

function limited(response: Response): Response {
  let size = 0;
  const body = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        size += part.length;
        if (size > ANSWER_BYTES) controller.error(new Error('the answer is too long'));
        else controller.enqueue(part);
      },
    }),
  );
  const { status, headers } = response;
  return new Response(BODILESS.has(status) ? null : (body ?? null), { status, headers });
}
const BODILESS = new Set([204, 205, 304]);

/** @throws assistant.server, assistant.failed */
export async function checkServer({ app, caller }: View, { id }: InputOf<typeof contract.toolServerCheck>) {
  const server = (await commonOf(app)).servers.find((each) => each.id === id);
  if (!server) throw fail('assistant.server');
  try {
    return { tools: (await listRemote(app, server)).map(({ name }) => truncate(name, 200)) };
  } catch (error) {
    throw fail('assistant.failed', { reason: serviceErrorText(error, { lang: caller.lang, isAdmin: true }) });
  }
}
