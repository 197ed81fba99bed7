import {
  addComment,
  approvalForms,
  approvalPlan,
  processDetail,
  processList,
  processStart,
  taskComplete,
} from '@atrium/contract/approvals/approvals.ts';
import { dialogLists, dialogOne, dialogOpenUser, dialogUser } from '@atrium/contract/chat/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { driveAdd, driveContent, driveLists, driveOne, driveSave, driveSearch } from '@atrium/contract/files/drive.ts';
import type { Call } from '@atrium/contract/kit.ts';
import { userBasic, userInfo, userSearch } from '@atrium/contract/people/users.ts';
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

/** A call of the contract as a model sees it. Its schema, access rules and scopes are the call's. */
export interface Tool {
  name: string;
  call: Call;
  /** What the call's own summary does not say; it is written for people who write clients. */
  about: string;
  /** The parameters that are offered; all by default. */
  only?: readonly string[];
  /** Deletes or replaces what cannot be brought back easily. */
  isDestructive?: boolean;
}

const tasks = ['keys', 'project_id', 'parent_id', 'owner', 'name', 'archived', 'scope', 'page', 'pagesize'];

export const TOOLS: readonly Tool[] = [
  { name: 'who_am_i', call: userInfo, about: 'Returns the person that you act for.' },
  { name: 'search', call: dialogSearch, about: 'Finds conversations by name, people, and messages by their words.' },
  {
    name: 'search_messages',
    call: msgSearch,
    about: 'Searches all messages, or those of one conversation (dialog_id).',
  },
  { name: 'search_files', call: driveSearch, about: 'Finds files and folders by name.', only: ['key', 'take'] },
  { name: 'find_people', call: userSearch, about: 'Finds people by name, email or job title: keys.key.' },
  { name: 'get_people', call: userBasic, about: 'Returns people by their ids.' },

  { name: 'list_projects', call: projectLists, about: '', only: ['type', 'archived', 'keys', 'page', 'pagesize'] },
  { name: 'get_project', call: projectOne, about: '' },
  { name: 'list_columns', call: columnLists, about: 'A task is in one of the columns of its project.' },
  { name: 'create_project', call: projectAdd, about: '' },

  { name: 'list_tasks', call: taskLists, about: 'owner 1: only tasks that you are responsible for.', only: tasks },
  {
    name: 'list_calendar',
    call: taskLists,
    about:
      'The calendar: tasks between two times, as time: ["YYYY-MM-DD HH:mm", "YYYY-MM-DD HH:mm"]; owner 1: your own.',
    only: ['time', 'owner', 'project_id', 'scope', 'page', 'pagesize'],
  },
  { name: 'get_task', call: taskOne, about: '' },
  { name: 'get_task_description', call: taskContent, about: '', only: ['task_id'] },
  { name: 'create_task', call: taskAdd, about: 'times: [start, end] as "YYYY-MM-DD HH:mm"; owner: ids of people.' },
  { name: 'create_subtask', call: taskAddsub, about: 'Adds a step to a task.' },
  { name: 'update_task', call: taskUpdate, about: 'complete_at: a time completes the task, false reopens it.' },
  { name: 'move_task', call: taskMove, about: 'Moves a task to another project or column.' },
  { name: 'archive_task', call: taskArchived, about: '' },
  { name: 'delete_task', call: taskRemove, about: '', only: ['task_id', 'type'], isDestructive: true },

  { name: 'list_conversations', call: dialogLists, about: 'Conversations are called dialogs here.' },
  { name: 'get_conversation', call: dialogOne, about: '' },
  { name: 'list_members', call: dialogUser, about: '', only: ['dialog_id', 'page', 'pagesize'] },
  {
    name: 'read_messages',
    call: msgList,
    about: 'prev_id: messages before this one, for older pages; next_id: after this one.',
    only: ['dialog_id', 'prev_id', 'next_id', 'position_id', 'msg_type', 'pagesize'],
  },
  { name: 'open_conversation', call: dialogOpenUser, about: 'Use its id as dialog_id to write to a person.' },
  {
    name: 'send_message',
    call: msgSendtext,
    about: 'Everyone in the conversation reads it. text_type md: Markdown. reply_id: the message that it answers.',
    only: ['dialog_id', 'text', 'text_type', 'reply_id', 'silence'],
  },

  { name: 'list_files', call: driveLists, about: 'pid: the folder, 0 for the top.' },
  { name: 'get_file', call: driveOne, about: '' },
  { name: 'read_file', call: driveContent, about: '', only: ['id', 'history_id'] },
  { name: 'create_file', call: driveAdd, about: 'Use write_file for its content.', only: ['pid', 'name', 'type'] },
  { name: 'write_file', call: driveSave, about: 'The earlier content stays as a version.', isDestructive: true },

  { name: 'list_my_reports', call: reportMy, about: '' },
  { name: 'list_received_reports', call: reportReceive, about: '' },
  { name: 'get_report', call: reportDetail, about: 'Marks it as read.' },
  { name: 'draft_report', call: reportTemplate, about: 'Sends nothing. Use its sign with send_report.' },
  { name: 'send_report', call: reportStore, about: 'receive: ids of the people who get it. content is HTML.' },

  { name: 'list_approval_forms', call: approvalForms, about: 'What can be submitted, with the fields of each form.' },
  {
    name: 'plan_approval',
    call: approvalPlan,
    about: 'Submits nothing. Use it before submit_approval: value_problems says what is missing in values.',
  },
  {
    name: 'submit_approval',
    call: processStart,
    about: 'values: by the ids of the form’s fields.',
    only: ['proc_def_id', 'department_id', 'values', 'chosen'],
  },
  {
    name: 'list_approvals',
    call: processList,
    about: 'box waiting: what the person is asked to decide.',
    only: ['box', 'key', 'state', 'page', 'pagesize'],
  },
  { name: 'get_approval', call: processDetail, about: '' },
  {
    name: 'decide_approval',
    call: taskComplete,
    about: 'task_id as in list_approvals. A rejection ends the request.',
    only: ['task_id', 'pass', 'comment'],
    isDestructive: true,
  },
  { name: 'comment_approval', call: addComment, about: '', only: ['proc_inst_id', 'content'] },
];

/** What a result longer than this is cut into. */
export const PART_CHARS = 40_000;

const PART = {
  type: 'integer',
  minimum: 1,
  maximum: 1000,
  default: 1,
  description: `A result longer than ${PART_CHARS} characters comes in parts: which of them to return.`,
};

/** Those whose scopes the caller's token has. */
export const toolsFor = ({ accessToken }: Caller): Tool[] =>
  TOOLS.filter(({ call }) => !accessToken || missingScopes(call, accessToken.scopes)?.length === 0);

export function describeTool({ name, call, about, only, isDestructive = false }: Tool) {
  const title = name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
  return {
    name,
    title,
    description: [call.summary, about].filter(Boolean).join(' '),
    inputSchema: inputOf(call, only),
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

function inputOf(call: Call, only?: readonly string[]) {
  const { properties = {}, required = [] } = plain(call.input) as Fields;
  const names = Object.keys(properties).filter((name) => !only || only.includes(name));
  return {
    type: 'object' as const,
    properties: { ...Object.fromEntries(names.map((name) => [name, properties[name]])), part: PART },
    required: required.filter((name) => names.includes(name)),
    additionalProperties: false,
  };
}

/** The schema without what only this server reads in it. */
const plain = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === 'wire' ? undefined : value)));
