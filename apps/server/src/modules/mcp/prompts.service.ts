import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { ProgramCalls } from '#platform/module';
import type { Caller } from '#platform/work';
import { readResource, resourceTemplates } from './resources.service.ts';

const PROMPTS = [
  {
    name: 'summarize_conversation',
    title: 'Summarize a conversation',
    description: 'Sums up the latest messages of a conversation: decisions, open questions, who does what.',
    of: 'dialog',
    argument: 'dialog_id',
    text: 'Summarize the conversation below: decisions, open questions, and who is to do what by when. Name people. Write in the language of the conversation.',
  },
  {
    name: 'plan_task',
    title: 'Plan a task',
    description: 'Breaks a task into steps, with people and dates.',
    of: 'task',
    argument: 'task_id',
    text: 'Plan the task below. Break it into at most ten steps, each with a person and a date where they are known, and name what is unclear. Ask before you create subtasks.',
  },
] as const;

const promptsFor = (caller: Caller) => {
  const { resourceTemplates: kinds } = resourceTemplates(caller);
  return PROMPTS.filter(({ of }) => kinds.some(({ name }) => name === of));
};

export const listPrompts = (caller: Caller) => ({
  prompts: promptsFor(caller).map(({ name, title, description, argument, of }) => ({
    name,
    title,
    description,
    arguments: [{ name: argument, description: `The id of the ${of}.`, required: true }],
  })),
});

/** @throws ProtocolError, ResourceNotFoundError */
export async function getPrompt(
  calls: ProgramCalls,
  caller: Caller,
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, string> | undefined },
) {
  const prompt = promptsFor(caller).find((each) => each.name === name);
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt ${name.slice(0, 100)}`);
  const { contents } = await readResource(calls, caller, `atrium://${prompt.of}/${given[prompt.argument] ?? ''}`);
  const [resource] = contents;
  if (!resource) throw new ProtocolError(ProtocolErrorCode.InternalError, 'Nothing to read');
  return {
    description: prompt.description,
    messages: [
      { role: 'user' as const, content: { type: 'text' as const, text: prompt.text } },
      { role: 'user' as const, content: { type: 'resource' as const, resource } },
    ],
  };
}
