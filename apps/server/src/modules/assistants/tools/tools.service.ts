import { setTimeout as wait } from 'node:timers/promises';
import type * as contract from '@atrium/contract/chat/assistantSettings.ts';
import { confirmationAsked } from '@atrium/contract/chat/assistantSettings.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { callerNow } from '#modules/users/callers.service';
import type { App } from '#platform/app';
import { ExtensionPoint } from '#platform/extensionPoint';
import { fail } from '#platform/fail';
import type { ProgramCalls } from '#platform/module';
import type { ModelTool } from '#platform/outside/assistant';
import type { Caller, View, Work } from '#platform/work';
import type { Ask } from '../answers.queries.ts';
import { commonOf } from '../common.service.ts';
import type { OfferedTool } from './offeredTool.ts';
import { outsideTools } from './toolServers.service.ts';
import {
  answerConfirmation,
  closeConfirmation,
  deletePermit,
  findAnswer,
  hasPermit,
  insertConfirmation,
  insertPermit,
  listOpenConfirmations,
  listPermits,
} from './tools.queries.ts';

export type { OfferedTool };

/** The workspace's own tools under a person's rights; added by the module that describes the calls to models. */
export const assistantTools = new ExtensionPoint<
  (app: App, calls: ProgramCalls, caller: Caller) => readonly OfferedTool[]
>();

const callsOf = new WeakMap<App, ProgramCalls>();
export const noteCalls = (app: App, calls: ProgramCalls): void => void callsOf.set(app, calls);

/** Stops the clock of an answer while a person decides. */
interface Waiting {
  msgId: number;
  pause: () => void;
  resume: () => void;
}

/** The time that a person has to decide. */
const DECIDE_MS = 300_000;
const LOOK_MS = 500;
const REFUSED = 'The person did not allow this. Do not try it again; ask what they want instead.';

/**
 * The tools for one answer. There are none in a group: others there may not see what the asker may see, and their
 * messages could ask a model for it.
 */
export async function toolsFor(app: App, ask: Ask, waiting: Waiting): Promise<ModelTool[]> {
  const { tools, servers } = await commonOf(app);
  const calls = callsOf.get(app);
  if (tools !== 'open' || ask.is_group || !calls) return [];
  const caller = await callerNow(app, ask.userid);
  if (!caller) return [];
  const own = assistantTools.of(app).flatMap((offer) => offer(app, calls, caller));
  const outside = await outsideTools(app, servers);
  return [...own, ...outside].map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    run: async (input, signal) => {
      if (!tool.isSafe && !(await isAllowed(app, ask, tool, input, waiting, signal))) return REFUSED;
      // The account may have ended while the person decided.
      if (!(await callerNow(app, ask.userid))) return REFUSED;
      try {
        return await tool.run(input, signal);
      } catch (error) {
        app.log.warn({ err: error, tool: tool.name }, 'a tool of an assistant failed');
        return 'The tool failed.';
      }
    },
  }));
}

const SHOWN_CHARS = 4000;

async function isAllowed(
  app: App,
  ask: Ask,
  tool: OfferedTool,
  input: Record<string, unknown>,
  { msgId, pause, resume }: Waiting,
  signal: AbortSignal,
): Promise<boolean> {
  if (await hasPermit(app.db, ask.userid, tool.name)) return true;
  const { userid, dialog_id } = ask;
  const whole = JSON.stringify(input, null, 1);
  // A person can only allow an input that they can read in full.
  if (whole.length > SHOWN_CHARS * 10) return false;
  const row = { userid, dialog_id, msg_id: msgId, tool: tool.name, title: tool.title, input: whole };
  const id = await insertConfirmation(app.db, row);
  const { type, action } = confirmationAsked;
  const tell = () => app.hub.whisper(userid, JSON.stringify({ type, action, data: { dialog_id } }));
  tell();
  pause();
  const until = performance.now() + DECIDE_MS;
  try {
    while (performance.now() < until && !signal.aborted) {
      const answer = await findAnswer(app.db, id);
      if (answer === undefined) return false;
      if (answer) return answer !== 'refuse';
      await wait(LOOK_MS, undefined, { signal });
    }
    return false;
  } catch {
    return false;
  } finally {
    resume();
    await closeConfirmation(app.db, id);
    tell();
  }
}

export async function listConfirmations(view: View) {
  return { list: await listOpenConfirmations(view.tx, view.caller.userid) };
}

/** @throws assistant.not_answer */
export async function decide(work: Work, { id, answer }: InputOf<typeof contract.confirmationAnswer>) {
  const { caller, tx } = work;
  const tool = await answerConfirmation(tx, id, caller.userid, answer);
  if (!tool) throw fail('assistant.not_answer');
  if (answer === 'always') await insertPermit(tx, caller.userid, tool);
  return {};
}

export async function listAllowed({ tx, caller }: View) {
  return { tools: await listPermits(tx, caller.userid) };
}

export async function askAgain({ tx, caller }: Work, { tool }: InputOf<typeof contract.permitRemove>) {
  await deletePermit(tx, caller.userid, tool);
  return {};
}
