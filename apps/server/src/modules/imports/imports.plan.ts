import { escapeText } from '@atrium/richtext/html/escape.ts';
import { mentionTag } from '@atrium/richtext/html/mentionTags.ts';

/**
 * The content of another product's export, in our terms and independent of any database. Ids are the other product's
 * (`external_id`), mapped when the plan is carried out. Times are ISO 8601 in UTC.
 */
export interface ImportPlan {
  source: 'trello' | 'slack';
  people: PlannedPerson[];
  projects: PlannedProject[];
  dialogs: PlannedDialog[];
  /** Records that were skipped or are incomplete, and their location. */
  problems: ImportProblem[];
  counts: ImportCounts;
}

export interface PlannedPerson {
  external_id: string;
  nickname: string;
  /** The name used to mention this person with `@`. */
  username: string | null;
  email: string | null;
  profession: string | null;
  avatar_url: string | null;
  is_bot: boolean;
  /** The person has left the workspace, or is known only from old records. */
  is_gone: boolean;
}

export interface PlannedProject {
  external_id: string;
  name: string;
  desc: string;
  is_archived: boolean;
  members: string[];
  /** All labels of the board, used or not. */
  labels: PlannedLabel[];
  /** The columns in order, archived ones included. */
  columns: PlannedColumn[];
  /** Column by column, in order. */
  tasks: PlannedTask[];
}

export interface PlannedColumn {
  external_id: string;
  name: string;
  is_archived: boolean;
}

export interface PlannedTask {
  external_id: string;
  column: string;
  name: string;
  content: string;
  content_type: TextType;
  /** The task is archived, or its column is. */
  is_archived: boolean;
  /** The other product's name of its color. */
  color: string | null;
  created_at: string | null;
  author: string | null;
  start_at: string | null;
  end_at: string | null;
  complete_at: string | null;
  labels: PlannedLabel[];
  checklists: { name: string; items: { name: string; is_done: boolean }[] }[];
  members: string[];
  comments: PlannedComment[];
  attachments: PlannedAttachment[];
}

export interface PlannedLabel {
  name: string;
  /** The other product's name of the color: `green`, `sky_dark`. */
  color: string | null;
}

export interface PlannedComment {
  external_id: string;
  author: string | null;
  text: string;
  type: TextType;
  created_at: string | null;
  edited_at: string | null;
}

export interface PlannedAttachment {
  external_id: string;
  /** A file stored at the other product, not only a link. */
  is_file: boolean;
  name: string;
  /** Checked against the list of allowed schemes. */
  url: string;
  /** Bytes; null if unknown. */
  size: number | null;
}

export interface PlannedDialog {
  external_id: string;
  type: 'channel' | 'group' | 'direct';
  name: string;
  is_private: boolean;
  is_archived: boolean;
  members: string[];
  created_at: string | null;
  /** Oldest first; a reply comes after what it replies to. */
  messages: PlannedMessage[];
}

export interface PlannedMessage {
  /** Unique within the dialog. */
  external_id: string;
  kind: 'text' | 'notice';
  author: string | null;
  /** Sanitized HTML, except for mentions, which `resolveMentions` completes. A notice is plain text. */
  text: string;
  type: TextType;
  created_at: string;
  edited_at: string | null;
  /** The message that started the thread. */
  reply_to: string | null;
  reactions: { symbol: string; people: string[] }[];
  files: PlannedAttachment[];
}

export type TextType = 'html' | 'md';

export interface ImportProblem {
  /** A JSON path, after the file's name if there are several: `general/2016-01-14.json[3].ts`. */
  where: string;
  what: ProblemKind;
}

export type ProblemKind =
  | 'unreadable'
  | 'not_a_record'
  | 'no_id'
  | 'no_name'
  | 'no_time'
  | 'repeated'
  | 'unknown_column'
  | 'unknown_task'
  | 'unknown_person'
  | 'unknown_dialog'
  | 'unknown_kind'
  | 'no_address'
  /** The file was not requested: its address is not on the public internet, or not over https. */
  | 'file_refused'
  | 'file_large'
  | 'file_failed'
  /** The other product's export has only a part of its history. */
  | 'history_is_cut';

export interface ImportCounts {
  people: number;
  projects: number;
  columns: number;
  tasks: number;
  checklist_items: number;
  comments: number;
  attachments: number;
  /** Files of tasks that can be downloaded. */
  files: number;
  dialogs: number;
  messages: number;
  reactions: number;
}

export type RefusalCode =
  | 'import.not_json'
  | 'import.not_trello'
  | 'import.not_slack'
  | 'import.not_zip'
  | 'import.too_large';

/** The refusal of a file that is invalid as a whole. Anything less is a problem in the plan. */
export class ImportRefused extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, cause?: unknown) {
    super(code, { cause });
    this.name = 'ImportRefused';
    this.code = code;
  }
}

export function completePlan(plan: Omit<ImportPlan, 'counts'>): ImportPlan {
  const tasks = plan.projects.flatMap((project) => project.tasks);
  const messages = plan.dialogs.flatMap((dialog) => dialog.messages);
  return {
    ...plan,
    counts: {
      people: plan.people.length,
      projects: plan.projects.length,
      columns: sum(plan.projects, (project) => project.columns.length),
      tasks: tasks.length,
      checklist_items: sum(tasks, (task) => sum(task.checklists, (list) => list.items.length)),
      comments: sum(tasks, (task) => task.comments.length),
      attachments: sum(tasks, (task) => task.attachments.length) + sum(messages, (message) => message.files.length),
      files: sum(tasks, (task) => task.attachments.filter((each) => each.is_file).length),
      dialogs: plan.dialogs.length,
      messages: messages.length,
      reactions: sum(messages, (message) => sum(message.reactions, (reaction) => reaction.people.length)),
    },
  };
}

/** People without an email get an invalid placeholder address, the same at every import. */
export const addressOf = (source: string, person: PlannedPerson): string =>
  (person.email ?? `${person.external_id}@${source}.import.invalid`).toLowerCase();

function sum<T>(list: readonly T[], count: (item: T) => number): number {
  return list.reduce((total, item) => total + count(item), 0);
}

/** A mention of a person whose account is not known yet. Sanitized before it is resolved, it becomes a plain name. */
export function plannedMention(externalId: string, name: string): string {
  const label = escapeText(name).replaceAll('"', '&quot;');
  const id = escapeText(externalId).replaceAll('"', '&quot;');
  return `<span class="mention" data-denotation-char="@" data-id="${id}" data-value="${label}">@${label}</span>`;
}

const PLANNED =
  /<span class="mention" data-denotation-char="@" data-id="([^"<>]*)" data-value="([^"<>]*)">@[^<>]*<\/span>/g;

/** Replaces the mentions of a planned text by accounts; people without one remain as plain names. */
export function resolveMentions(html: string, useridOf: (externalId: string) => number | null): string {
  return html.replace(PLANNED, (_all, id: string, label: string) => {
    const userid = useridOf(unescapeText(id));
    return userid === null ? `@${label}` : mentionTag('user', userid, unescapeText(label));
  });
}

function unescapeText(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
