import { dialogLists, dialogOne } from '@atrium/contract/chat/dialogs.ts';
import { msgList } from '@atrium/contract/chat/messages.ts';
import type { Call } from '@atrium/contract/kit.ts';
import { taskContent, taskLists, taskOne } from '@atrium/contract/projects/tasks.ts';
import { missingScopes } from '@atrium/contract/scopes.ts';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { Failure } from '#platform/fail';
import type { ProgramCalls } from '#platform/module';
import type { Caller } from '#platform/work';
import { partOf, textOf } from './results.ts';

const PAGE = 50;
const MESSAGES = 50;
const JSON_TYPE = 'application/json';

interface Kind {
  name: 'task' | 'dialog';
  title: string;
  description: string;
  list: Call;
  listed: Record<string, unknown>;
  read: (calls: ProgramCalls, id: number, caller: Caller) => Promise<unknown>;
}

const KINDS: readonly Kind[] = [
  {
    name: 'dialog',
    title: 'Conversation',
    description: `A conversation with its latest ${MESSAGES} messages.`,
    list: dialogLists,
    listed: {},
    read: async (calls, dialog_id, caller) => ({
      dialog: await calls.perform(dialogOne, { dialog_id }, caller),
      messages: await calls.perform(msgList, { dialog_id, pagesize: MESSAGES }, caller),
    }),
  },
  {
    name: 'task',
    title: 'Task',
    description: 'A task with its description.',
    list: taskLists,
    listed: { owner: 1 },
    read: async (calls, task_id, caller) => ({
      task: await calls.perform(taskOne, { task_id }, caller),
      description: await calls.perform(taskContent, { task_id }, caller),
    }),
  },
];

const kindsFor = ({ accessToken }: Caller) =>
  KINDS.filter(({ list }) => !accessToken || missingScopes(list, accessToken.scopes)?.length === 0);

export const resourceTemplates = (caller: Caller) => ({
  resourceTemplates: kindsFor(caller).map(({ name, title, description }) => ({
    uriTemplate: `atrium://${name}/{id}`,
    name,
    title,
    description,
    mimeType: JSON_TYPE,
  })),
});

/** The caller's conversations, then their own tasks, a page at a time. */
export async function listResources(calls: ProgramCalls, caller: Caller, cursor: string | undefined) {
  const kinds = kindsFor(caller);
  const [name = kinds[0]?.name, page = '1'] = cursor?.split(':') ?? [];
  const at = kinds.findIndex((each) => each.name === name);
  const kind = kinds[at];
  if (!kind && cursor === undefined) return { resources: [] };
  if (!kind || !/^\d{1,6}$/.test(page)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor');
  const found = (await calls.perform(kind.list, { ...kind.listed, page: Number(page), pagesize: PAGE }, caller)) as {
    data: { id: number; name: string }[];
    last_page: number;
  };
  const next =
    Number(page) < found.last_page ? `${kind.name}:${Number(page) + 1}` : kinds[at + 1] && `${kinds[at + 1]?.name}:1`;
  return {
    resources: found.data.map((each) => ({
      uri: `atrium://${kind.name}/${each.id}`,
      name: each.name || `${kind.title} ${each.id}`,
      mimeType: JSON_TYPE,
    })),
    ...(next && { nextCursor: next }),
  };
}

/** @throws ResourceNotFoundError */
export async function readResource(calls: ProgramCalls, caller: Caller, uri: string) {
  const [, name, id = ''] = /^atrium:\/\/(task|dialog)\/(\d{1,10})$/.exec(uri) ?? [];
  const kind = kindsFor(caller).find((each) => each.name === name);
  if (!kind) throw new ResourceNotFoundError(uri);
  try {
    const { text = '', hint = '' } = partOf(textOf(await kind.read(calls, Number(id), caller)), 1) ?? {};
    return {
      contents: [{ uri, mimeType: hint ? 'text/plain' : JSON_TYPE, text: hint ? `${text}\n…\n${hint}` : text }],
    };
  } catch (error) {
    // A resource that the caller may not see is reported as missing.
    if (error instanceof Failure) throw new ResourceNotFoundError(uri);
    throw error;
  }
}
