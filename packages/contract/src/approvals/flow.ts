import {
  type ApprovalCondition,
  type ApprovalContent,
  type ApprovalField,
  type ApprovalNode,
  type ApprovalValues,
  type ApproverNode,
  type CopyNode,
} from './definition.ts';
import { durationOf, momentOf, scopeOf } from './values.ts';

/** Plans the steps of one request from a definition's flow and the facts. Pure: server and tests run it. */

export const MAIN_LINE = '';
/** The nodes of a branch, in their order. */
export const nodesIn = (flow: readonly ApprovalNode[], branch: string): ApprovalNode[] =>
  flow.filter((node) => node.branch === branch);

/** A department, as far as flows care. */
export interface FlowDepartment {
  id: number;
  parent_id: number;
  owner_userid: number;
}

/** The facts that are known when a request is submitted. */
export interface FlowFacts {
  userid: number;
  /** The department in whose name it is submitted; 0 = none. */
  department_id: number;
  departments: readonly FlowDepartment[];
  values: ApprovalValues;
  /** The people whom the initiator chose, by node. */
  chosen: Readonly<Record<string, readonly number[]>>;
  admins: readonly number[];
  /** True if an account is active. */
  isActive: (userid: number) => boolean;
  /** Active people by department. */
  peopleIn: (department: number) => readonly number[];
  /** The departments of a person. */
  departmentsOf: (userid: number) => readonly number[];
}

/** A step of a request before it runs. `after` has the indexes of the steps that must end first. */
export interface PlannedStep {
  node: string;
  name: string;
  kind: 'approver' | 'copy';
  mode: 'one' | 'all' | 'sequence';
  userids: number[];
  after: number[];
  hours: number;
  /**
   * The way in which its people were found. `nobody`: it passes because there are none. `repeated`: it passes because
   * all of them have approved before, or are the initiator.
   */
  found: 'found' | 'nobody' | 'replaced' | 'repeated';
}

export interface FlowProblem {
  node: string;
  /** `choice`: the initiator must choose people. `nobody`: there are none, and the definition demands them. */
  problem: 'choice' | 'nobody';
}

export interface Plan {
  steps: PlannedStep[];
  problems: FlowProblem[];
  /** The branches that are taken. */
  branches: string[];
  /** The nodes for which the initiator chooses, on the path that is taken. */
  choices: { node: string; name: string; userids: number[]; most: number; isRequired: boolean }[];
}

/** Resolves conditions and people. */
export function planOf(
  { form, flow, repeats = 'ask' }: Pick<ApprovalContent, 'form' | 'flow'> & Partial<Pick<ApprovalContent, 'repeats'>>,
  facts: FlowFacts,
): Plan {
  const plan: Plan = { steps: [], problems: [], branches: [], choices: [] };
  line(MAIN_LINE, [], { form, flow, facts, plan, depth: 0 });
  if (repeats === 'skip') markRepeated(plan, facts.userid);
  return plan;
}

/** Marks steps that are approved automatically: all their people have approved an earlier one, or are the initiator. */
function markRepeated({ steps }: Plan, initiator: number): void {
  const approvedAfter: Set<number>[] = [];
  for (const step of steps) {
    const before = new Set([initiator, ...step.after.flatMap((index) => [...(approvedAfter[index] ?? [])])]);
    if (step.kind === 'approver' && step.found !== 'nobody') {
      if (step.userids.every((userid) => before.has(userid))) step.found = 'repeated';
      else if (step.mode !== 'one' || step.userids.length === 1) for (const userid of step.userids) before.add(userid);
    }
    approvedAfter.push(before);
  }
}

interface Planning {
  form: readonly ApprovalField[];
  flow: readonly ApprovalNode[];
  facts: FlowFacts;
  plan: Plan;
  depth: number;
}
/** Definitions are checked for circles; this is for those that are drawn at the moment. */
const DEEPEST = 20;

/** Adds the steps of a branch. Returns the indexes of its last ones. */
function line(branch: string, before: readonly number[], planning: Planning): number[] {
  if (planning.depth > DEEPEST) return [...before];
  const inner = { ...planning, depth: planning.depth + 1 };
  let last = [...before];
  for (const node of nodesIn(planning.flow, branch)) {
    if (node.type === 'condition') {
      const taken = node.branches.find(({ conditions }) => conditions.every((each) => holds(each, planning)));
      if (!taken) continue;
      planning.plan.branches.push(taken.id);
      last = line(taken.id, last, inner);
    } else if (node.type === 'parallel') {
      planning.plan.branches.push(...node.branches.map(({ id }) => id));
      const ends = node.branches.map(({ id }) => line(id, last, inner));
      last = [...new Set(ends.flat())];
    } else {
      last = addSteps(node, last, planning);
    }
  }
  return last;
}

function addSteps(node: ApproverNode | CopyNode, before: number[], { facts, form, plan }: Planning): number[] {
  let last = before;
  for (const userids of groupsOf(node, facts, form, plan)) {
    const step = stepOf(node, userids, facts, plan);
    if (!step) continue;
    plan.steps.push({ ...step, after: last });
    last = [plan.steps.length - 1];
  }
  return last;
}

/** The people of a node: one group, or one per level for successive heads. */
function groupsOf(
  node: ApproverNode | CopyNode,
  facts: FlowFacts,
  form: readonly ApprovalField[],
  plan: Plan,
): number[][] {
  const { who } = node;
  switch (who.kind) {
    case 'people':
      return [who.userids];
    case 'head': {
      const head = headsAbove(facts)[who.level - 1];
      return [head === undefined ? [] : [head]];
    }
    case 'heads': {
      const heads = headsAbove(facts).slice(0, who.level);
      if (node.type === 'copy') return [heads];
      return heads.length === 0 ? [[]] : heads.map((head) => [head]);
    }
    case 'departments': {
      const heads = who.department_ids.map((id) => facts.departments.find((each) => each.id === id)?.owner_userid ?? 0);
      return [node.type === 'copy' ? [...heads, ...who.department_ids.flatMap((id) => facts.peopleIn(id))] : heads];
    }
    case 'choice': {
      const { name, id } = node;
      const isRequired = node.type === 'approver' && node.nobody.rule === 'stop';
      plan.choices.push({ node: id, name, userids: who.userids, most: who.most, isRequired });
      const allowed = (userid: number) => who.userids.length === 0 || who.userids.includes(userid);
      const chosen = (facts.chosen[id] ?? []).filter(allowed).slice(0, who.most);
      return [chosen];
    }
    case 'field': {
      const field = form.find((each) => each.id === who.field);
      const value = facts.values[who.field];
      return [field?.kind === 'person' && Array.isArray(value) ? (value as number[]) : []];
    }
    case 'admins':
      return [[...facts.admins]];
  }
}

/** Null where a copy has nobody to go to, or the definition demands people. */
function stepOf(
  node: ApproverNode | CopyNode,
  userids: readonly number[],
  facts: FlowFacts,
  plan: Plan,
): Omit<PlannedStep, 'after'> | null {
  const active = deciders(
    node,
    [...new Set(userids)].filter((userid) => userid > 0 && facts.isActive(userid)),
    facts,
  );
  const { id, name, type: kind } = node;
  if (node.type === 'copy') {
    return active.length === 0
      ? null
      : { node: id, name, kind, mode: 'one', userids: active, hours: 0, found: 'found' };
  }
  const { mode, hours, nobody } = node;
  const step = { node: id, name, kind, mode, hours };
  if (active.length > 0) return { ...step, userids: active, found: 'found' };
  const found = substitutes(nobody, facts);
  const others = found.filter((userid) => userid !== facts.userid);
  const instead = others.length > 0 ? others : found;
  if (instead.length > 0) return { ...step, mode: 'one', userids: instead, found: 'replaced' };
  if (nobody.rule === 'pass') return { ...step, userids: [], found: 'nobody' };
  plan.problems.push({ node: id, problem: node.who.kind === 'choice' ? 'choice' : 'nobody' });
  return null;
}

/**
 * Nobody approves their own request where others could: the initiator is left out of several of whom one is enough, and
 * can choose or enter everybody but themselves. Named alone, they count as approving.
 */
function deciders({ type, who, ...node }: ApproverNode | CopyNode, active: number[], { userid }: FlowFacts): number[] {
  if (type === 'copy') return active;
  const others = active.filter((each) => each !== userid);
  if (who.kind === 'choice' || who.kind === 'field') return others;
  return 'mode' in node && node.mode === 'one' && others.length > 0 ? others : active;
}

/** The people who decide if a step has none of its own. */
export const substitutes = (
  nobody: ApproverNode['nobody'],
  { admins, isActive }: Pick<FlowFacts, 'admins' | 'isActive'>,
): number[] => {
  if (nobody.rule === 'admins') return admins.filter(isActive);
  return nobody.rule === 'person' && isActive(nobody.userid) ? [nobody.userid] : [];
};

/**
 * The heads above the initiator, the direct one first: up from their department, without levels that have no active
 * head. Nobody is their own head, and nobody comes twice.
 */
export function headsAbove({ userid, department_id, departments, isActive }: FlowFacts): number[] {
  const heads: number[] = [];
  const seen = new Set<number>();
  for (let id = department_id; id > 0 && !seen.has(id); ) {
    seen.add(id);
    const department = departments.find((each) => each.id === id);
    const head = department?.owner_userid ?? 0;
    if (head > 0 && head !== userid && isActive(head) && !heads.includes(head)) heads.push(head);
    id = department?.parent_id ?? 0;
  }
  return heads;
}

/** A department and those above it. */
function withParents(departments: readonly FlowDepartment[], start: number): Set<number> {
  const found = new Set<number>();
  for (let id = start; id > 0 && !found.has(id); ) {
    found.add(id);
    id = departments.find((each) => each.id === id)?.parent_id ?? 0;
  }
  return found;
}

function isAmong(
  { departments }: FlowFacts,
  of: { userids: readonly number[]; departments: readonly number[] },
  wanted: { userids: readonly number[]; department_ids: readonly number[] },
): boolean {
  if (of.userids.some((userid) => wanted.userids.includes(userid))) return true;
  return of.departments.some((start) => {
    const all = withParents(departments, start);
    return wanted.department_ids.some((id) => all.has(id));
  });
}

/** True if this person may submit requests of a definition. */
export const maySubmit = (
  { submitters }: Pick<ApprovalContent, 'submitters'>,
  person: { userid: number; department: readonly number[] },
  departments: readonly FlowDepartment[],
): boolean =>
  (submitters.userids.length === 0 && submitters.department_ids.length === 0) ||
  isAmong({ departments } as FlowFacts, { userids: [person.userid], departments: person.department }, submitters);

function holds(condition: ApprovalCondition, { form, facts }: Planning): boolean {
  const { values } = facts;
  const scope = scopeOf(form, values);
  if (condition.kind === 'initiator') {
    const { userids, department_ids } = condition;
    if (userids.length === 0 && department_ids.length === 0) return true;
    return isAmong(facts, { userids: [facts.userid], departments: [facts.department_id] }, condition);
  }
  const field = form.find((each) => each.id === condition.field);
  const value = values[condition.field];
  switch (condition.kind) {
    case 'number':
      return compare(scope.number(condition.field), condition);
    case 'duration':
      return field?.kind === 'range' && compare(durationOf(value, field.time, condition.unit), condition);
    case 'choice':
      return Array.isArray(value) && condition.options.some((option) => (value as unknown[]).includes(option));
    case 'person': {
      const userids = field?.kind === 'person' && Array.isArray(value) ? (value as number[]) : [];
      return isAmong(facts, { userids, departments: userids.flatMap((each) => facts.departmentsOf(each)) }, condition);
    }
    case 'department': {
      const departments = field?.kind === 'department' && Array.isArray(value) ? (value as number[]) : [];
      return isAmong(facts, { userids: [], departments }, { userids: [], department_ids: condition.department_ids });
    }
    case 'text': {
      const [text, wanted] = [typeof value === 'string' ? value.toLowerCase() : '', condition.value.toLowerCase()];
      return condition.op === 'is' ? text === wanted : text.includes(wanted);
    }
    case 'date': {
      if (field?.kind !== 'date' || typeof value !== 'string') return false;
      const [at, limit] = [momentOf(value, field.time) ?? 0, momentOf(condition.value, condition.value.length > 10)];
      if (limit === undefined) return false;
      return condition.op === 'before' ? at < limit : at > limit;
    }
    case 'filled':
      return (value !== undefined && value !== null) === condition.filled;
  }
}

function compare(number: number, { op, value, to }: { op: string; value: number; to: number }): boolean {
  switch (op) {
    case 'lt':
      return number < value;
    case 'lte':
      return number <= value;
    case 'gte':
      return number >= value;
    case 'gt':
      return number > value;
    case 'between':
      return number >= value && number <= to;
    default:
      return number === value;
  }
}
