import { type Static, Type } from 'typebox';
import {
  Color,
  Count,
  call,
  DateTime,
  Empty,
  errors,
  event,
  Id,
  Ids,
  Keys,
  Line,
  ListOf,
  MaybeFlag,
  MaybeId,
  MaybeInt,
  Nullable,
  OneOf,
  Page,
  Paging,
  Range,
} from '../kit.ts';
import { FlowItem } from './flows.ts';

export const ProjectUser = Type.Object({
  id: Id(),
  project_id: Id(),
  userid: Id(),
  /** 1 = owner, 0 = member. */
  owner: Count(),
});

export const Column = Type.Object({
  id: Id(),
  project_id: Id(),
  name: Type.String(),
  color: Type.String(),
  sort: Type.Integer(),
  created_at: DateTime(),
  updated_at: DateTime(),
});
export type Column = Static<typeof Column>;

/** The fields of a project that every member hears. */
export const ProjectShared = Type.Object({
  id: Id(),
  name: Type.String(),
  desc: Type.String(),
  userid: Count(),
  personal: Count(),
  archive_method: Type.String(),
  archive_days: Count(),
  /** `open`: members may use its task templates in their other projects. */
  task_template_share: Type.String(),
  /** `close`: heads of departments see it only as members. */
  department_owner_view: Type.String(),
  user_simple: Type.String(),
  dialog_id: Count(),
  owner_userid: Count(),
  archived_at: Nullable(DateTime()),
  archived_userid: Count(),
  created_at: DateTime(),
  updated_at: DateTime(),
});

/** A project as the caller sees it. */
export const Project = Type.Object({
  ...ProjectShared.properties,
  /** 1 owner, 0 member, null for an administrator who is neither. */
  owner: Nullable(Count()),
  top_at: Nullable(DateTime()),
  /** The caller sees it as a head of its people's departments, and changes nothing. */
  department_readonly: Type.Optional(Type.Boolean()),
  project_user: Type.Optional(Type.Array(ProjectUser)),
  project_column: Type.Optional(Type.Array(Column)),
  userid_list: Type.Optional(Type.Array(Count())),
  task_num: Type.Optional(Count()),
  task_complete: Type.Optional(Count()),
  task_percent: Type.Optional(Count()),
  task_my_num: Type.Optional(Count()),
  task_my_complete: Type.Optional(Count()),
  task_my_percent: Type.Optional(Count()),
  /** The statuses of its workflow in order; empty without one. */
  project_flow_item: Type.Optional(Type.Array(FlowItem)),
});
export type Project = Static<typeof Project>;

/** Permissions of a project and the roles that have them: 1 project owner, 2 member, 3 task owner, 4 task assistant. */
export const permissionDefaults = {
  task_list_add: [1, 2],
  task_list_update: [1, 2],
  task_list_sort: [1, 2],
  task_list_remove: [1],
  task_add: [1, 2],
  task_update: [1, 3, 4],
  task_time: [1, 3, 4],
  task_status: [1, 3],
  task_remove: [1, 3],
  task_archived: [1, 3],
  task_move: [1, 3],
} as const satisfies Record<string, readonly number[]>;
export type ProjectPermission = keyof typeof permissionDefaults;

const permissionKeys = Object.keys(permissionDefaults) as ProjectPermission[];
const PermissionFields = Object.fromEntries(permissionKeys.map((key) => [key, Type.Optional(Ids(4))])) as Record<
  ProjectPermission,
  ReturnType<typeof Type.Optional<ReturnType<typeof Ids>>>
>;
export const Permissions = Type.Object({
  project_id: Id(),
  permissions: Type.Record(Type.String(), Type.Array(Type.Integer())),
});

export const LogRow = Type.Object({
  id: Id(),
  project_id: Count(),
  column_id: Count(),
  task_id: Count(),
  userid: Count(),
  /** The kind of entry, for clients. */
  word: Type.String(),
  /** The same in the caller's language. */
  detail: Type.String(),
  record: Type.Record(Type.String(), Type.Unknown()),
  created_at: DateTime(),
  /** Month and day (with the year if it differs), 12-hour clock, weekday, part of the day. */
  time: Type.Object({ ymd: Type.String(), hi: Type.String(), week: Type.String(), segment: Type.String() }),
  project_task: Type.Optional(Type.Object({ id: Id(), parent_id: Count(), name: Type.String() })),
});

export const Invite = Type.Object({
  id: Count(),
  project_id: Id(),
  num: Count(),
  code: Type.String(),
  already: Type.Boolean(),
  project: Project,
});

export const projectErrors = errors({
  'project.gone': { ret: -4001 },
  'project.owner': { ret: 0 },
  'project.name': { ret: 0 },
  'project.personal': { ret: 0 },
  'project.add': { ret: 0 },
  'project.archived': { ret: 0 },
  'project.unarchived': { ret: 0 },
  'project.leave': { ret: 0 },
  'project.members': { ret: 0 },
  'project.permission': { ret: 0 },
  'invite.gone': { ret: 0 },
  'invite.closed': { ret: 0 },
  'column.gone': { ret: 0 },
  'column.limit': { ret: 0 },
});

/** Heads of departments that the caller leads or that are below those; `all` for every one of them. */
const HeadIds = () =>
  Type.Unsafe<(number | 'all')[]>({
    type: 'array',
    items: { anyOf: [{ type: 'integer', minimum: 0, maximum: 2147483647 }, { const: 'all' }] },
    maxItems: 200,
    wire: 'ids',
  });

const GONE = ['project.gone'] as const;
const OwnerOnly = ['project.gone', 'project.owner'] as const;

export const projectLists = call('project/lists', {
  summary:
    'Lists the caller’s projects: pinned ones first, then the newest. With `department_owner_ids`, projects that they see as a head of departments.',
  access: 'user',
  input: Type.Object({
    all: MaybeFlag(),
    type: Type.Optional(OneOf('all', 'team', 'personal')),
    department_owner_ids: Type.Optional(HeadIds()),
    archived: Type.Optional(OneOf('no', 'yes', 'all')),
    getcolumn: MaybeFlag(),
    getuserid: MaybeFlag(),
    getstatistics: MaybeFlag(),
    keys: Keys({ name: Type.Optional(Line({ maxLength: 100 })) }),
    timerange: Range(),
    ...Paging(50, 100),
  }),
  output: Page(Project),
});
export const projectOne = call('project/one', {
  summary: 'Returns one project with its people and statistics.',
  access: 'user',
  input: Type.Object({ project_id: Id() }),
  output: Project,
  errors: GONE,
});
export const projectAdd = call('project/add', {
  summary: 'Creates a project with its columns and its dialog; the caller owns it.',
  access: 'user',
  input: Type.Object({
    name: Line(),
    desc: Type.Optional(Line({ maxLength: 255 })),
    columns: Type.Optional(
      Type.Unsafe<string | string[]>({
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
        wire: 'map',
      }),
    ),
    personal: MaybeFlag(),
    /** open = with the default workflow. */
    flow: Type.Optional(OneOf('open', 'close')),
  }),
  output: Project,
  errors: ['project.name', 'project.personal', 'project.add', 'column.limit'],
});
export const projectUpdate = call('project/update', {
  summary: 'Changes a project’s name, description, archive rule, or whether its task templates are shared.',
  access: 'user',
  input: Type.Object({
    project_id: Id(),
    name: Type.Optional(Line()),
    desc: Type.Optional(Line({ maxLength: 255 })),
    archive_method: Type.Optional(OneOf('system', 'custom')),
    archive_days: MaybeInt({ minimum: 1, maximum: 365 }),
    task_template_share: Type.Optional(OneOf('open', 'close')),
    department_owner_view: Type.Optional(OneOf('open', 'close')),
  }),
  output: Project,
  errors: [...OwnerOnly, 'project.name'],
});
export const projectUser = call('project/user', {
  summary: 'Sets the full list of members; people who are left out lose the project and their roles in its tasks.',
  access: 'user',
  input: Type.Object({ project_id: Id(), userid: Ids(100) }),
  output: Type.Object({ id: Id() }),
  errors: [...OwnerOnly, 'project.members'],
});
export const projectInvite = call('project/invite', {
  summary: 'Returns the project’s invite link; `refresh` replaces it.',
  access: 'user',
  input: Type.Object({ project_id: Id(), refresh: MaybeFlag() }),
  output: Type.Object({ url: Type.String(), num: Count() }),
  errors: [...OwnerOnly, 'invite.closed'],
});
export const projectInviteInfo = call('project/invite/info', {
  summary: 'Returns the project that an invite link leads to.',
  access: 'user',
  input: Type.Object({ code: Line({ maxLength: 200 }) }),
  output: Invite,
  errors: ['invite.gone', 'invite.closed'],
});
export const projectInviteJoin = call('project/invite/join', {
  summary: 'Joins the project of an invite link. Repeating it changes nothing.',
  access: 'user',
  input: Type.Object({ code: Line({ maxLength: 200 }) }),
  output: Invite,
  errors: ['invite.gone', 'invite.closed'],
});
export const projectTransfer = call('project/transfer', {
  summary: 'Transfers ownership; the previous owner stays a member.',
  access: 'user',
  input: Type.Object({ project_id: Id(), owner_userid: Id() }),
  output: Project,
  errors: [...OwnerOnly, 'user.gone'],
});
export const projectSort = call('project/sort', {
  summary: 'Sets the order of columns and of the open tasks in them.',
  access: 'user',
  input: Type.Object({
    project_id: Id(),
    sort: ListOf(Type.Object({ id: Id(), task: Type.Optional(Ids(3000)) }), 200),
    only_column: MaybeFlag(),
  }),
  output: Empty(),
  errors: [...GONE, 'project.permission'],
});
export const projectExit = call('project/exit', {
  summary: 'Leaves a project; the owner cannot.',
  access: 'user',
  input: Type.Object({ project_id: Id() }),
  output: Type.Object({ id: Id() }),
  errors: [...GONE, 'project.leave'],
});
export const projectArchived = call('project/archived', {
  summary: 'Archives a project with its tasks, or restores it (`recovery`).',
  access: 'user',
  input: Type.Object({ project_id: Id(), type: Type.Optional(OneOf('add', 'recovery')) }),
  output: Type.Object({ id: Id() }),
  errors: [...OwnerOnly, 'project.archived', 'project.unarchived'],
});
export const projectRemove = call('project/remove', {
  summary: 'Deletes a project with its columns, tasks and dialog.',
  access: 'user',
  input: Type.Object({ project_id: Id() }),
  output: Type.Object({ id: Id() }),
  errors: OwnerOnly,
});
export const projectTop = call('project/top', {
  summary: 'Pins or unpins a project for the caller.',
  access: 'user',
  input: Type.Object({ project_id: Id() }),
  output: Type.Object({ id: Id(), top_at: Nullable(DateTime()) }),
  errors: GONE,
});
export const projectPermission = call('project/permission', {
  summary: 'Returns which roles can do what in a project.',
  access: 'user',
  input: Type.Object({ project_id: Id() }),
  output: Permissions,
  errors: GONE,
});
export const projectPermissionUpdate = call('project/permission/update', {
  summary: 'Changes which roles can do what; the owner keeps every right.',
  access: 'user',
  input: Type.Object({ project_id: Id(), ...PermissionFields }),
  output: Permissions,
  errors: OwnerOnly,
});
export const projectLog = call('project/log/lists', {
  summary: 'Lists the activity of a project or a task, newest first.',
  access: 'user',
  input: Type.Object({ project_id: MaybeId(), task_id: MaybeId(), ...Paging(20, 100) }),
  output: Page(LogRow),
  errors: ['project.gone', 'task.gone', 'parameter'],
});

export const columnLists = call('project/column/lists', {
  summary: 'Lists a project’s columns in order.',
  access: 'user',
  input: Type.Object({ project_id: Id(), ...Paging(100, 200) }),
  output: Page(Column),
  errors: GONE,
});
export const columnOne = call('project/column/one', {
  summary: 'Returns one column.',
  access: 'user',
  input: Type.Object({ column_id: Id(), deleted: Type.Optional(OneOf('no', 'yes', 'all')) }),
  output: Column,
  errors: ['column.gone'],
});
export const columnAdd = call('project/column/add', {
  summary: 'Adds a column at the end.',
  access: 'user',
  input: Type.Object({
    project_id: Id(),
    name: Line({ minLength: 1, maxLength: 100 }),
    color: Type.Optional(Color()),
  }),
  output: Type.Object({ ...Column.properties, project_task: Type.Array(Empty()) }),
  errors: [...GONE, 'project.permission', 'column.limit'],
});
export const columnUpdate = call('project/column/update', {
  summary: 'Renames a column or changes its color.',
  access: 'user',
  input: Type.Object({
    column_id: Id(),
    name: Type.Optional(Line({ minLength: 1, maxLength: 100 })),
    color: Type.Optional(Color()),
  }),
  output: Column,
  errors: ['column.gone', 'project.permission'],
});
export const columnRemove = call('project/column/remove', {
  summary: 'Deletes a column with its unarchived tasks.',
  access: 'user',
  input: Type.Object({ column_id: Id() }),
  output: Type.Object({ id: Id(), project_id: Id() }),
  errors: ['column.gone', 'project.permission'],
});

export const projectCalls = [
  projectLists,
  projectOne,
  projectAdd,
  projectUpdate,
  projectUser,
  projectInvite,
  projectInviteInfo,
  projectInviteJoin,
  projectTransfer,
  projectSort,
  projectExit,
  projectArchived,
  projectRemove,
  projectTop,
  projectPermission,
  projectPermissionUpdate,
  projectLog,
  columnLists,
  columnOne,
  columnAdd,
  columnUpdate,
  columnRemove,
] as const;

const ProjectRef = Type.Object({ id: Id(), name: Type.String(), desc: Type.String() });
const ColumnRef = Type.Object({ id: Id(), project_id: Id() });
/** `add`, `recovery` and `detail` make a client load the project; `delete` and `archived` make it forget it. */
export const projectAdded = event(
  'project',
  'add',
  Type.Object({
    ...ProjectShared.properties,
    project_user: Type.Array(ProjectUser),
    project_column: Type.Array(Column),
    project_flow_item: Type.Array(FlowItem),
  }),
);
export const projectRecovered = event('project', 'recovery', projectAdded.data);
export const projectUpdated = event('project', 'update', ProjectShared);
export const projectDetail = event(
  'project',
  'detail',
  Type.Object({ ...ProjectShared.properties, project_user: Type.Array(ProjectUser) }),
);
export const projectDeleted = event('project', 'delete', ProjectRef);
export const projectArchivedEvent = event('project', 'archived', ProjectRef);
/** A new order: columns, and the column and rank of each task. */
export const projectSorted = event(
  'project',
  'sort',
  Type.Object({
    ...ProjectRef.properties,
    columns: Type.Array(Type.Object({ id: Id(), sort: Type.Integer() })),
    tasks: Type.Array(Type.Object({ id: Id(), column_id: Id(), sort: Type.Integer() })),
  }),
);
/** The caller, a head of departments, does not see these projects anymore, or (`lost` is empty) sees others. */
export const projectHeads = event('project', 'heads', Type.Object({ lost: Type.Array(Id()) }));
/** The caller's own pin. */
export const projectTopped = event('project', 'top', Type.Object({ id: Id(), top_at: Nullable(DateTime()) }));
export const columnAdded = event('projectColumn', 'add', Column);
export const columnUpdated = event('projectColumn', 'update', Column);
/** A deleted column was restored together with a task. */
export const columnRecovered = event('projectColumn', 'recovery', Column);
export const columnDeleted = event('projectColumn', 'delete', ColumnRef);
export const projectEvents = [
  projectAdded,
  projectRecovered,
  projectUpdated,
  projectDetail,
  projectDeleted,
  projectArchivedEvent,
  projectSorted,
  projectTopped,
  projectHeads,
  columnAdded,
  columnUpdated,
  columnRecovered,
  columnDeleted,
] as const;
