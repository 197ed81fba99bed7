import { isRead } from '@atrium/contract/scopes.ts';
import type { App } from '#platform/app';
import { Failure } from '#platform/fail';
import { refusal } from '#platform/http/callHandler';
import type { ProgramCalls } from '#platform/module';
import { type Caller, recordAudit } from '#platform/work';
import { partOf, textOf } from './results.ts';
import type { Tool } from './tools.ts';

/** @returns what the tool answers, also if the call was refused */
export async function runTool(
  app: App,
  calls: ProgramCalls,
  caller: Caller,
  tool: Tool,
  given: Record<string, unknown> = {},
) {
  const { part: wanted = 1, ...rest } = given;
  const part = typeof wanted === 'number' && Number.isInteger(wanted) && wanted >= 1 ? wanted : 1;
  const raw = tool.only ? Object.fromEntries(Object.entries(rest).filter(([key]) => tool.only?.includes(key))) : rest;
  try {
    const data = await calls.perform(tool.call, raw, caller);
    app.metrics.tools.inc({ tool: tool.name, outcome: 'done' });
    if (!isRead(tool.call)) await record(app, caller, tool, raw);
    const result = partOf(textOf(data), part);
    if (!result) return problem(`There is no part ${part}.`);
    const content = [result.text, result.hint].filter(Boolean).map((text) => ({ type: 'text' as const, text }));
    return { content };
  } catch (error) {
    app.metrics.tools.inc({ tool: tool.name, outcome: error instanceof Failure ? error.code : 'internal' });
    if (!(error instanceof Failure)) {
      app.log.error({ err: error, tool: tool.name }, 'a tool failed unexpectedly');
      return problem('internal: Something went wrong. Try again.');
    }
    const { msg, data } = refusal(error, caller.lang);
    return problem(`${error.code}: ${msg}\n${JSON.stringify(data)}`);
  }
}

const problem = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] });

/** The audit log gets ids but no texts, because it is for administrators, and messages are not. */
const record = (app: App, caller: Caller, { name, call }: Tool, raw: Record<string, unknown>): Promise<void> => {
  const ids = Object.entries(raw).filter(([key, value]) => /(^|_)id$|^userid$/.test(key) && Number.isInteger(value));
  return recordAudit(app, caller, {
    action: 'tool.used',
    target: { type: 'token', id: caller.accessToken?.id ?? 0, name },
    detail: { call: call.path, ...Object.fromEntries(ids) },
  });
};
