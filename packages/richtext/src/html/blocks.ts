import { cutText } from '../cutText.ts';
import { fenceAfter } from '../markdown/fence.ts';

/** A proposed task; long texts end in an ellipsis. */
export interface ProposedTask {
  title: string;
  desc: string;
}
export type Block =
  | { kind: 'text'; text: string }
  /** A model's thinking; open while it has not ended. */
  | { kind: 'reasoning'; text: string; isOpen: boolean }
  /** `index` counts the lists of a message. */
  | { kind: 'tasks'; index: number; isSub: boolean; isApplied: boolean; tasks: ProposedTask[] };

const MAX_TASKS = 200;
const TITLE_CHARS = 200;
const DESC_CHARS = 1000;

const OPEN = /^:::[ \t]+(reasoning|create-(?:sub)?task-list)(?:[ \t]+(applied))?[ \t]*\r?$/;
const CLOSE = /^:::[ \t]*\r?$/;

/**
 * Splits a Markdown message. A block starts with a line `::: reasoning`, `::: create-task-list` or `:::
 * create-subtask-list` (with `applied` once its tasks are created) and ends with a line `:::`, or at the end of the
 * text. Inside code it is quoted text.
 */
export function splitBlocks(md: string): Block[] {
  const blocks: Block[] = [];
  let index = 0;
  for (const part of partsOf(md)) {
    const body = part.lines.join('\n');
    if (!part.head) {
      if (body.trim()) blocks.push({ kind: 'text', text: body });
    } else if (part.head.kind === 'reasoning') {
      blocks.push({ kind: 'reasoning', text: body.trim(), isOpen: !part.isClosed });
    } else {
      const { kind, isApplied } = part.head;
      const tasks = tasksIn(part.lines);
      blocks.push({ kind: 'tasks', index, isSub: kind === 'create-subtask-list', isApplied, tasks });
      index += 1;
    }
  }
  return blocks;
}

/** The text with its index-th task list marked as created; null if there is none. */
export function withApplied(md: string, index: number): string | null {
  const lists = partsOf(md).filter((part) => part.head && part.head.kind !== 'reasoning');
  const list = lists[index];
  if (!list?.head || list.head.isApplied) return null;
  const lines = md.split('\n');
  lines[list.at] = `::: ${list.head.kind} applied`;
  return lines.join('\n');
}

interface Part {
  head: { kind: string; isApplied: boolean } | null;
  /** The line of its head, or of the previous block's end; -1 at the start. */
  at: number;
  lines: string[];
  isClosed: boolean;
}

/** The lines of a text between and within its blocks, each with the number of the line of its head. */
export function partsOf(md: string): Part[] {
  let part: Part = { head: null, at: -1, lines: [], isClosed: false };
  const parts = [part];
  const next = (head: Part['head'], at: number) => {
    part = { head, at, lines: [], isClosed: false };
    parts.push(part);
  };
  let fence = '';
  for (const [at, line] of md.split('\n').entries()) {
    if (part.head === null) fence = fenceAfter(line, fence);
    const open = fence === '' && part.head === null ? OPEN.exec(line) : null;
    if (open) next({ kind: open[1] ?? '', isApplied: open[2] === 'applied' }, at);
    else if (part.head && CLOSE.test(line)) {
      part.isClosed = true;
      next(null, at);
    } else part.lines.push(line);
  }
  return parts;
}

/** `title:` starts a task, `desc:` its description, which may span lines. */
function tasksIn(lines: readonly string[]): ProposedTask[] {
  const tasks: ProposedTask[] = [];
  let isDescribing = false;
  for (const line of lines) {
    const field = /^[ \t]*(title|desc)[ \t]*:(.*)$/i.exec(line);
    const last = tasks.at(-1);
    if (field?.[1]?.toLowerCase() === 'title') {
      tasks.push({ title: field[2]?.trim() ?? '', desc: '' });
      isDescribing = false;
    } else if (field && last) {
      last.desc = field[2]?.trim() ?? '';
      isDescribing = true;
    } else if (isDescribing && last) last.desc = `${last.desc}\n${line.trim()}`.trim();
  }
  return tasks
    .filter((task) => task.title !== '')
    .slice(0, MAX_TASKS)
    .map(({ title, desc }) => ({ title: withEllipsis(title, TITLE_CHARS), desc: withEllipsis(desc, DESC_CHARS) }));
}

const withEllipsis = (text: string, maxChars: number) =>
  [...text].length > maxChars ? `${cutText(text, maxChars - 1)}…` : text;
