import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Empty, errors, event, Id, Line, MaybeId, OneOf } from '../kit.ts';

/** Maximum number of departments and levels. */
export const MAX_DEPARTMENTS = 200;
export const MAX_LEVELS = 3;
export const MAX_CHILDREN = 20;
/** Maximum number of departments a person heads, and is in. */
export const MAX_HEADED = 10;

/** Maximum number shown with a person. */
const NAMED = 10;

/** The public fields of a department. */
export const DepartmentInfo = Type.Object({
  id: Id(),
  name: Type.String(),
  /** 0 = a top-level one. */
  parent_id: Count(),
  owner_userid: Count(),
});
export type DepartmentInfo = Static<typeof DepartmentInfo>;

export const Department = Type.Object({
  ...DepartmentInfo.properties,
  /** The department's conversation; 0 = none. */
  dialog_id: Count(),
  deputy_userids: Type.Array(Type.Integer()),
  /** The number of active members, without those of the departments below. */
  people: Count(),
  created_at: DateTime(),
  updated_at: DateTime(),
});
export type Department = Static<typeof Department>;

export const departmentErrors = errors({
  'department.gone': { ret: 0 },
  'department.name': { ret: 0 },
  'department.limit': { ret: 0 },
  'department.levels': { ret: 0 },
  'department.children': { ret: 0 },
  'department.loop': { ret: 0 },
  'department.headed': { ret: 0 },
  'department.head': { ret: 0 },
  'department.not_empty': { ret: 0 },
  'department.group': { ret: 0 },
  'department.many': { ret: 0 },
});

export const departmentList = call('users/department/list', {
  summary: 'Lists every department, for administrators.',
  access: 'admin',
  output: Type.Array(Department),
});

export const departmentAdd = call('users/department/add', {
  summary: 'Creates a department, or changes the one given by `id`; its chat follows the name and the head.',
  access: 'admin',
  input: Type.Object({
    id: MaybeId(),
    name: Line(),
    parent_id: MaybeId(),
    owner_userid: Id(),
    /** The department's group: a new one, or the existing group `dialog_useid`. */
    dialog_group: Type.Optional(OneOf('new', 'use')),
    dialog_useid: MaybeId(),
  }),
  output: Department,
  errors: [
    'department.gone',
    'department.name',
    'department.limit',
    'department.levels',
    'department.children',
    'department.loop',
    'department.headed',
    'department.group',
    'department.many',
    'user.gone',
  ],
});

const deputy = Type.Object({ id: Id(), userid: Id() });
export const departmentAdddeputy = call('users/department/adddeputy', {
  summary: 'Makes a person a deputy of the head and a member of the department. Repeating it changes nothing.',
  access: 'admin',
  input: deputy,
  output: Department,
  errors: ['department.gone', 'department.head', 'department.many', 'user.gone'],
});
export const departmentDeldeputy = call('users/department/deldeputy', {
  summary: 'Removes a deputy from the department and its chat. Repeating it changes nothing.',
  access: 'admin',
  input: deputy,
  output: Department,
  errors: ['department.gone'],
});

export const departmentDel = call('users/department/del', {
  summary: 'Deletes a department that has no subdepartments. Its members keep their accounts; its chat is deleted.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['department.gone', 'department.not_empty'],
});

export const departmentSync = call('users/department/sync', {
  summary: 'Adds the people of all subdepartments to this department and its chat.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: Type.Object({
    synced_count: Count(),
    already_in_dept_count: Count(),
    sub_department_ids: Type.Array(Type.Integer()),
  }),
  errors: ['department.gone'],
});

export const ownDepartments = call('users/info/departments', {
  summary: 'Lists the caller’s departments, those they head first.',
  access: 'user',
  output: Type.Array(DepartmentInfo),
});

export const managedDepartments = call('users/info/managed_departments', {
  summary:
    'Lists the departments that the caller heads or is a deputy of, while heads may see the projects of their people.',
  access: 'user',
  output: Type.Array(DepartmentInfo),
});

export const departmentCalls = [
  departmentList,
  departmentAdd,
  departmentAdddeputy,
  departmentDeldeputy,
  departmentDel,
  departmentSync,
  ownDepartments,
  managedDepartments,
] as const;

/** All departments; clients take the names of people's departments from this list. */
export const departmentsChanged = event('user', 'departments', Type.Object({ list: Type.Array(DepartmentInfo) }));
export const departmentEvents = [departmentsChanged] as const;

type Placed = { userid: number; department: readonly number[] };

/** A person's departments, the ones they head first. */
export function departmentsIn(list: readonly DepartmentInfo[], { userid, department }: Placed): DepartmentInfo[] {
  if (department.length === 0) return [];
  const own = list.filter(({ id }) => department.includes(id));
  return own.sort((a, b) => Number(b.owner_userid === userid) - Number(a.owner_userid === userid)).slice(0, NAMED);
}

/**
 * "Kitchen (M), Cellar": departments that the person heads are marked. Shared by client and server, so that they agree.
 */
export const departmentWords = (list: readonly DepartmentInfo[], user: Placed): string =>
  departmentsIn(list, user)
    .map(({ name, owner_userid }) => (owner_userid === user.userid ? `${name} (M)` : name))
    .join(', ');
