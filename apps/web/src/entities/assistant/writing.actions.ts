import {
  assistantAnalysis,
  assistantNotes,
  assistantReport,
  assistantSummary,
  assistantTask,
  assistantTasks,
  GENERATE_MS,
  msgAiGenerate,
} from '@atrium/contract/chat/aiWriting.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { client } from '#sync/session.ts';

/** True if the workspace has an assistant that this person may use. */
export const canAsk = (): boolean => client.setting?.assistant === 'open';

const PATIENCE = { timeoutMs: GENERATE_MS };
/** The following functions throw the server's error text. */
export const generate = (input: InputOf<typeof msgAiGenerate>) => client.api.call(msgAiGenerate, input, PATIENCE);
export const summarize = (input: InputOf<typeof assistantSummary>) =>
  client.api.call(assistantSummary, input, PATIENCE);
export const makeNotes = (text: string) => client.api.call(assistantNotes, { text }, PATIENCE);
export const findTasks = async (msg_id: number) => (await client.api.call(assistantTasks, { msg_id }, PATIENCE)).tasks;
export const findSubtasks = async (task_id: number) =>
  (await client.api.call(assistantTask, { task_id, kind: 'subtasks' }, PATIENCE)).tasks;
export const describeTask = async (task_id: number) =>
  (await client.api.call(assistantTask, { task_id, kind: 'description' }, PATIENCE)).html;
export const wordReport = async (content: string) =>
  (await client.api.call(assistantReport, { content }, PATIENCE)).html;
export const analyzeReport = (content: string, focus: string) =>
  client.api.call(assistantAnalysis, { content, ...(focus && { focus }) }, PATIENCE);
