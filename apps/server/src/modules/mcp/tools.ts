import { approvalForms, approvalPlan } from '@atrium/contract/approvals/forms.ts';
import { processList } from '@atrium/contract/approvals/lists.ts';
import { addComment, processDetail, processStart, taskComplete } from '@atrium/contract/approvals/submit.ts';
import { dialogLists, dialogOne, dialogOpenUser, dialogUser } from '@atrium/contract/chat/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { driveAdd, driveContent, driveLists, driveOne, driveSave, driveSearch } from '@atrium/contract/files/drive.ts';
import type { Call } from '@atrium/contract/kit.ts';
import { userInfo } from '@atrium/contract/people/profile.ts';
import { userBasic, userSearch } from '@atrium/contract/people/users.ts';
import { columnLists, projectAdd, projectLists, projectOne } from '@atrium/contract/projects/projects.ts';
import {
  taskAdd,
  taskAddsub,
  taskArchived,
  taskContent,
  taskLists,
  taskMove,
  taskOne,
  taskRemove,
  taskUpdate,
} from '@atrium/contract/projects/tasks.ts';
import { isRead, missingScopes } from '@atrium/contract/scopes.ts';
import {
  reportDetail,
  reportMy,
  reportReceive,
  reportStore,
  reportTemplate,
} from '@atrium/contract/workspace/reports.ts';
import { dialogSearch, msgSearch } from '@atrium/contract/workspace/search.ts';
import type { Caller } from '#platform/work';
import { PARAMETERS } from './parameters.ts';

/** A call of the contract as a model sees it. Its schema, access rules and scopes are the call's. */
export interface Tool {
  name: string;
  call: Call;
  /** The description for models; by default the call's own summary, which is written for authors of clients. */
  about?: string;
  /** The parameters that are offered; all by default. */
  only?: readonly string[];
  /** Descriptions of parameters that differ from `PARAMETERS`. */
  params?: Readonly<Record<string, string>>;
  /** True if the tool deletes or replaces something that cannot easily be restored. */
  isDestructive?: boolean;
}

const noteOfKeys = (rest: string) => `Filters, as ${rest}.`;
const scope = 'all_project: every task that the person may see, not only those in which they have a role.';

export const TOOLS: readonly Tool[] = [
  { name: 'who_am_i', call: userInfo, about: 'Returns the person that you act for.' },
  {
    name: 'search',
    call: dialogSearch,
    about: 'Finds conversations by name, then people, then messages by their words; up to 20.',
    params: { dialog_only: 'true: only conversations and people, no messages.' },
  },
  {
    name: 'search_messages',
    call: msgSearch,
    about:
      'Finds messages by their words. With dialog_id: the ids of the messages in that conversation, oldest first. Without: conversations with the message that matches best, as search_msg_id.',
  },
  {
    name: 'search_files',
    call: driveSearch,
    about: 'Finds files and folders by their names and by the text in them.',
    only: ['key', 'take'],
  },
  {
    name: 'find_people',
    call: userSearch,
    only: ['keys', 'page', 'pagesize'],
    params: { keys: noteOfKeys('{"key": "a part of a name, an email address or a job title"}') },
  },
  {
    name: 'get_people',
    call: userBasic,
    about: 'Returns people by their ids, up to 50. Unknown ids are left out.',
    params: { userid: 'Ids of people.' },
  },

  {
    name: 'list_projects',
    call: projectLists,
    only: ['type', 'archived', 'keys', 'page', 'pagesize'],
    params: {
      type: 'team: only projects with other people; personal: only the person’s own; all: both (default).',
      keys: noteOfKeys('{"name": "a part of the name"}'),
    },
  },
  { name: 'get_project', call: projectOne },
  {
    name: 'list_columns',
    call: columnLists,
    about: 'Lists a project’s columns in order. Each task is in one of them.',
  },
  {
    name: 'create_project',
    call: projectAdd,
    about: 'Creates a project with columns and a conversation. The person owns it.',
    only: ['name', 'desc', 'columns', 'flow'],
    params: {
      desc: 'What the project is for.',
      columns: 'The names of its columns, in order.',
      flow: 'open: with the usual workflow, so that tasks have a status.',
    },
  },

  {
    name: 'list_tasks',
    call: taskLists,
    only: ['keys', 'project_id', 'parent_id', 'owner', 'archived', 'scope', 'page', 'pagesize'],
    params: {
      keys: noteOfKeys('{"name": "a part of the name", "tag": "a tag", "status": "completed or uncompleted"}'),
      parent_id: 'The id of a task: returns its subtasks.',
      owner: '1: only tasks that the person is responsible for.',
      scope,
    },
  },
  {
    name: 'list_calendar',
    call: taskLists,
    about: 'Lists the tasks that are planned between two times.',
    only: ['time', 'owner', 'project_id', 'scope', 'page', 'pagesize'],
    params: {
      time: 'Both times, as ["YYYY-MM-DD HH:mm", "YYYY-MM-DD HH:mm"].',
      owner: '1: only tasks that the person is responsible for.',
      scope,
    },
  },
  { name: 'get_task', call: taskOne },
  { name: 'get_task_description', call: taskContent, only: ['task_id'] },
  {
    name: 'create_task',
    call: taskAdd,
    only: [
      'project_id',
      'column_id',
      'name',
      'content',
      'times',
      'owner',
      'assist',
      'subtasks',
      'p_level',
      'p_name',
      'p_color',
      'task_tag',
    ],
    params: { column_id: 'The id of a column, from list_columns. By default the first one.' },
  },
  {
    name: 'create_subtask',
    call: taskAddsub,
    about: 'Adds a subtask to an open task. The person is responsible for it.',
  },
  {
    name: 'update_task',
    call: taskUpdate,
    about: 'Changes the given fields of a task, and leaves the others.',
    only: [
      'task_id',
      'name',
      'content',
      'times',
      'owner',
      'assist',
      'column_id',
      'p_level',
      'p_name',
      'p_color',
      'task_tag',
      'loop',
      'flow_item_id',
      'complete_at',
    ],
    params: {
      owner: 'Ids of all people who are responsible from now on.',
      assist: 'Ids of all people who help from now on.',
      task_tag: 'All tags that it has from now on, as [{"name": "…"}].',
      loop: 'How it repeats: never, day, weekdays, week, twoweeks, month, year, or a number of days.',
      complete_at: 'A time, as "YYYY-MM-DD HH:mm", completes the task; false reopens it.',
    },
  },
  {
    name: 'move_task',
    call: taskMove,
    about:
      'Moves a task with its subtasks to another column or project. People who are not members there lose their roles.',
    params: {
      project_id: 'The id of the project that it moves to; its own if it only changes the column.',
      completed: 'true: the task is completed by the move.',
    },
  },
  {
    name: 'archive_task',
    call: taskArchived,
    about: 'Archives a completed task with its subtasks, or brings it back.',
    params: { type: 'add: archive it (default); recovery: bring it back.' },
  },
  {
    name: 'delete_task',
    call: taskRemove,
    about: 'Deletes a task with its subtasks and its conversation, or brings it back.',
    only: ['task_id', 'type'],
    params: { type: 'delete: delete it (default); recovery: bring it back.' },
    isDestructive: true,
  },

  {
    name: 'list_conversations',
    call: dialogLists,
    about: 'Lists the person’s conversations: pinned ones first, then the latest.',
    only: ['keys', 'page', 'pagesize'],
    params: { keys: noteOfKeys('{"name": "a part of the name"}') },
  },
  { name: 'get_conversation', call: dialogOne, about: 'Returns one conversation.' },
  {
    name: 'list_members',
    call: dialogUser,
    about: 'Lists the members of a conversation.',
    only: ['dialog_id', 'page', 'pagesize'],
  },
  {
    name: 'read_messages',
    call: msgList,
    about: 'Returns messages of a conversation: the latest ones by default.',
    only: ['dialog_id', 'prev_id', 'next_id', 'position_id', 'msg_type', 'pagesize'],
  },
  {
    name: 'open_conversation',
    call: dialogOpenUser,
    about: 'Returns the conversation with one person. Use its id as dialog_id to write to them.',
  },
  {
    name: 'send_message',
    call: msgSendtext,
    about: 'Sends a message. Everyone in the conversation reads it, as written by the person.',
    only: ['dialog_id', 'text', 'text_type', 'reply_id', 'silence'],
  },

  {
    name: 'list_files',
    call: driveLists,
    about:
      'Lists a folder, followed by the folder itself and those above it. At the top: the person’s own files and those shared with them.',
  },
  {
    name: 'get_file',
    call: driveOne,
    about: 'Returns the name, type, size and place of a file or folder.',
    only: ['id'],
    params: { id: 'The id of the file, from list_files or search_files.' },
  },
  {
    name: 'read_file',
    call: driveContent,
    about: 'Returns what is in a file, as text where it has some.',
    only: ['id', 'history_id'],
    params: {
      id: 'The id of the file, from list_files or search_files.',
      history_id: 'The id of an earlier version. By default the newest.',
    },
  },
  {
    name: 'create_file',
    call: driveAdd,
    about: 'Creates a folder or an empty document. Use write_file for its content.',
    only: ['pid', 'name', 'type'],
    params: { type: 'What to create.' },
  },
  {
    name: 'write_file',
    call: driveSave,
    about: 'Saves new content of a document or a text. The earlier content stays as a version.',
    params: {
      id: 'The id of the file.',
      content:
        'Of a document: JSON, as {"type": "md" or "text", "content": "…"}. Of a text: JSON, as {"content": "…"}.',
      history_id: 'The version that you changed, as read_file returned it. Without it, newer changes may be replaced.',
    },
    isDestructive: true,
  },

  {
    name: 'list_my_reports',
    call: reportMy,
    about: 'Lists the reports that the person wrote, newest first.',
    params: { keys: noteOfKeys('{"key": "words", "type": "daily or weekly"}') },
  },
  {
    name: 'list_received_reports',
    call: reportReceive,
    about: 'Lists the reports that the person received, newest first.',
    params: { keys: noteOfKeys('{"key": "words", "type": "daily or weekly", "status": "unread or read"}') },
  },
  {
    name: 'get_report',
    call: reportDetail,
    about: 'Returns one report, and marks it as read.',
    only: ['id'],
    params: { id: 'The id of the report, from list_my_reports or list_received_reports.' },
  },
  {
    name: 'draft_report',
    call: reportTemplate,
    about:
      'Returns a draft of a report: what the person did in a day or a week, and what is still open. Sends nothing. Use its sign with send_report.',
    params: {
      type: 'daily: of a day; weekly: of a week.',
      offset: 'How many days or weeks back; 0 is the current one.',
      date: 'The person’s date, as YYYY-MM-DD. By default today in the server’s time zone.',
      timezone: 'The time zone of that date, as in Europe/Berlin.',
    },
  },
  {
    name: 'send_report',
    call: reportStore,
    about: 'Sends a report, or changes one that the person wrote.',
    params: {
      id: 'The id of the report to change; 0 or nothing for a new one.',
      sign: 'The sign of the draft, from draft_report: one report per day or week.',
      title: 'The title.',
      type: 'daily: of a day; weekly: of a week.',
      content: 'The report, as HTML.',
      receive: 'Ids of the people who get it.',
      offset: 'How many days or weeks back, as 0 or a negative number.',
    },
  },

  {
    name: 'list_approval_forms',
    call: approvalForms,
    about: 'Lists the forms that the person may submit, with their fields.',
  },
  {
    name: 'plan_approval',
    call: approvalPlan,
    about:
      'Returns the steps that a request would take with these values. Submits nothing. Use it before submit_approval: value_problems says what is missing.',
    params: { id: 'The id of the form, from list_approval_forms.' },
  },
  {
    name: 'submit_approval',
    call: processStart,
    about: 'Submits a request. People are asked to decide it.',
    only: ['proc_def_id', 'department_id', 'values', 'chosen'],
    params: { proc_def_id: 'The id of the form, from list_approval_forms.' },
  },
  {
    name: 'list_approvals',
    call: processList,
    about: 'Lists requests.',
    only: ['box', 'key', 'state', 'page', 'pagesize'],
    params: {
      box: 'waiting: those the person is asked to decide; mine: their own; copied: those sent to them to know; done: those they decided; all: every request (administrators).',
      key: 'A part of the title, the values or the name of who submitted it, or its number.',
      state: '0 returned, 1 running, 2 approved, 3 rejected, 4 withdrawn, -1 any (default).',
    },
  },
  {
    name: 'get_approval',
    call: processDetail,
    about: 'Returns a request with its steps and everything that happened to it.',
    params: { id: 'The id of the request, from list_approvals.' },
  },
  {
    name: 'decide_approval',
    call: taskComplete,
    about: 'Approves or rejects the step that waits for the person. A rejection ends the request.',
    only: ['task_id', 'pass', 'comment'],
    params: {
      task_id: 'The task_id of the request, from list_approvals with box waiting.',
      pass: 'true approves, false rejects.',
      comment: 'The reason.',
    },
    isDestructive: true,
  },
  {
    name: 'comment_approval',
    call: addComment,
    only: ['proc_inst_id', 'content'],
    params: { proc_inst_id: 'The id of the request, from list_approvals.', content: 'The comment.' },
  },
];

/** Size of the parts that longer results are split into. */
export const PART_CHARS = 40_000;

const PART = {
  type: 'integer',
  minimum: 1,
  maximum: 1000,
  default: 1,
  description: `A result longer than ${PART_CHARS} characters comes in parts: which of them to return.`,
};

/** Lists the tools that the token’s scopes allow. */
export const toolsFor = ({ accessToken }: Caller): Tool[] =>
  TOOLS.filter(({ call }) => !accessToken || missingScopes(call, accessToken.scopes)?.length === 0);

export function describeTool({ name, call, about = call.summary, only, params, isDestructive = false }: Tool) {
  const title = name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
  return {
    name,
    title,
    description: about,
    inputSchema: inputOf(call, { ...PARAMETERS, ...params }, only),
    annotations: {
      title,
      readOnlyHint: isRead(call),
      destructiveHint: isDestructive,
      idempotentHint: isRead(call),
      openWorldHint: false,
    },
  };
}

interface Fields {
  properties?: Record<string, unknown>;
  required?: readonly string[];
}

function inputOf(call: Call, notes: Readonly<Record<string, string>>, only?: readonly string[]) {
  const { properties = {}, required = [] } = plain(call.input) as Fields;
  const names = Object.keys(properties).filter((name) => !only || only.includes(name));
  return {
    type: 'object' as const,
    properties: {
      ...Object.fromEntries(names.map((name) => [name, described(properties[name], notes[name])])),
      part: PART,
    },
    required: required.filter((name) => names.includes(name)),
    additionalProperties: false,
  };
}

const described = (schema: unknown, description: string | undefined) =>
  description === undefined ? schema : { ...(schema as object), description };

/** The schema without what only this server reads in it. */
const plain = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === 'wire' ? undefined : value)));
