import { type Fields, fieldsIn, isFields, textIn } from './post.ts';

/** A task that a program wants to create. */
export interface WantedTask {
  name: string;
  /** Markdown. */
  content: string;
  /** The due date as the sender wrote it; '' = none. */
  due: string;
  /** Mail addresses. */
  assignees: string[];
}

const MOST_ASSIGNEES = 20;

/**
 * Reads Atrium's own `{ task: { title, text, due, assignees } }`; undefined for other bodies. `assignees` is a list of
 * mail addresses.
 */
export function readTask(from: Fields): WantedTask | undefined {
  if (!isFields(from['task'])) return undefined;
  const task = fieldsIn(from, 'task');
  const assignees = Array.isArray(task['assignees']) ? task['assignees'] : [task['assignees']];
  return {
    name: (textIn(task, 'title') || textIn(task, 'name')).trim(),
    content: textIn(task, 'text') || textIn(task, 'description'),
    due: textIn(task, 'due').trim(),
    assignees: assignees
      .filter((each) => typeof each === 'string')
      .slice(0, MOST_ASSIGNEES)
      .map((each) => String(each).toLowerCase().trim())
      .filter(Boolean),
  };
}

/** Reads a mail as services for incoming mail send it on: `{ from, subject, text }`. Its subject is the task's name. */
export function readMail(from: Fields): WantedTask | undefined {
  const name = textIn(from, 'subject').trim();
  const text = textIn(from, 'text') || textIn(from, 'body') || textIn(from, 'body-plain') || textIn(from, 'plain');
  if (!name || isFields(from['task']) || 'blocks' in from || 'attachments' in from) return undefined;
  const sender = textIn(from, 'from') || textIn(from, 'sender');
  return { name, content: [sender, text].filter(Boolean).join('\n\n'), due: '', assignees: [] };
}
