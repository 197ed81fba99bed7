import type {
  ApprovalColumn,
  ApprovalCondition,
  ApprovalContent,
  ApprovalField,
  ApprovalNode,
  ApprovalOption,
  FieldKind,
} from './definition.ts';
import { MAIN_LINE, nodesIn } from './flow.ts';
import { namesIn, parseFormula } from './formula.ts';

/** The reason why a definition cannot be published. `at` is the id of a field, a node or a branch; '' for the whole. */
export interface DefinitionProblem {
  at: string;
  problem:
    | 'name'
    | 'form.label'
    | 'form.twice'
    | 'form.options'
    | 'form.columns'
    | 'form.formula'
    | 'form.limits'
    | 'flow.twice'
    | 'flow.empty'
    | 'flow.people'
    | 'flow.field'
    | 'flow.nobody'
    | 'flow.branches'
    | 'flow.else'
    | 'flow.condition'
    | 'flow.lost'
    | 'effect';
}

/**
 * Returns the problems of a definition that a schema cannot find. The designer shows them, and a definition with any of
 * them cannot be published.
 */
export function checkDefinition(content: ApprovalContent): DefinitionProblem[] {
  const { form, flow, name, effect } = content;
  const problems: DefinitionProblem[] = [];
  const add = (at: string, problem: DefinitionProblem['problem']) => problems.push({ at, problem });
  if (name.trim() === '') add('', 'name');
  checkForm(form, add);
  checkFlow(content, add);
  if (effect.kind !== 'none') {
    if (!isKind(form, effect.range, ['range'])) add('', 'effect');
    else if (effect.type !== '' && !isKind(form, effect.type, ['choice'])) add('', 'effect');
  }
  if (!flow.some(({ type }) => type === 'approver')) add('', 'flow.empty');
  return problems;
}

type Add = (at: string, problem: DefinitionProblem['problem']) => void;

const isKind = (form: readonly ApprovalField[], id: string, kinds: readonly FieldKind[]): boolean =>
  form.some((field) => field.id === id && kinds.includes(field.kind));

function checkForm(form: readonly ApprovalField[], add: Add): void {
  for (const id of doubles(form)) add(id, 'form.twice');
  for (const [index, field] of form.entries()) {
    checkField(field, add);
    if (field.kind === 'formula' && !isFormula(field.expression, form.slice(0, index))) add(field.id, 'form.formula');
    if (field.kind !== 'table') continue;
    if (field.columns.length === 0) add(field.id, 'form.columns');
    for (const id of doubles(field.columns)) add(`${field.id}.${id}`, 'form.twice');
    for (const [at, column] of field.columns.entries()) {
      checkField(column, (id, problem) => add(`${field.id}.${id}`, problem));
      if (column.kind === 'formula' && !isFormula(column.expression, field.columns.slice(0, at))) {
        add(`${field.id}.${column.id}`, 'form.formula');
      }
    }
  }
}

function checkField(field: ApprovalField | ApprovalColumn, add: Add): void {
  if (field.kind !== 'description' && field.label.trim() === '') add(field.id, 'form.label');
  if (field.kind === 'choice' && !areOptions(field.options)) add(field.id, 'form.options');
  if (field.kind === 'number' && field.min !== null && field.max !== null && field.min > field.max) {
    add(field.id, 'form.limits');
  }
}

const areOptions = (options: readonly ApprovalOption[]): boolean =>
  options.length > 0 && doubles(options).length === 0 && options.every(({ label }) => label.trim() !== '');

const doubles = (list: readonly { id: string }[]): string[] => [
  ...new Set(list.filter(({ id }, index) => list.findIndex((other) => other.id === id) !== index).map(({ id }) => id)),
];

const NUMBERS: readonly FieldKind[] = ['number', 'money', 'formula'];
/** A formula sees the fields before it, so that none depends on itself. */
function isFormula(text: string, before: readonly (ApprovalField | ApprovalColumn)[]): boolean {
  const expression = parseFormula(text);
  if (!expression) return false;
  return namesIn(expression).every(({ name, column, around }) => {
    const field = before.find(({ id }) => id === name);
    if (!field) return false;
    if (column) {
      const found = field.kind === 'table' ? field.columns.find(({ id }) => id === column) : undefined;
      return found !== undefined && NUMBERS.includes(found.kind);
    }
    if (around === 'days' || around === 'hours') return field.kind === 'range';
    return NUMBERS.includes(field.kind);
  });
}

function checkFlow({ form, flow }: ApprovalContent, add: Add): void {
  const branches = flow.flatMap((node) => ('branches' in node ? node.branches : []));
  for (const id of doubles([...flow, ...branches])) add(id, 'flow.twice');
  const reached = reachable(flow);
  for (const node of flow) {
    if (!reached.has(node.id)) add(node.id, 'flow.lost');
    checkNode(node, form, add);
  }
}

/** The nodes on the main line and in the branches below it: a node in a circle of branches is in neither. */
function reachable(flow: readonly ApprovalNode[]): Set<string> {
  const found = new Set<string>();
  const queue = [MAIN_LINE];
  const seen = new Set<string>();
  for (let branch = queue.pop(); branch !== undefined; branch = queue.pop()) {
    if (seen.has(branch)) continue;
    seen.add(branch);
    for (const node of nodesIn(flow, branch)) {
      found.add(node.id);
      if ('branches' in node) queue.push(...node.branches.map(({ id }) => id));
    }
  }
  return found;
}

function checkNode(node: ApprovalNode, form: readonly ApprovalField[], add: Add): void {
  if (node.type === 'condition' || node.type === 'parallel') {
    if (node.branches.length < 2) add(node.id, 'flow.branches');
    if (node.type === 'parallel') return;
    const last = node.branches.at(-1);
    for (const branch of node.branches) {
      if ((branch.conditions.length === 0) !== (branch === last)) add(branch.id, 'flow.else');
      if (!branch.conditions.every((condition) => isCondition(condition, form))) add(branch.id, 'flow.condition');
    }
    return;
  }
  const { who } = node;
  if (who.kind === 'people' && who.userids.length === 0) add(node.id, 'flow.people');
  if (who.kind === 'departments' && who.department_ids.length === 0) add(node.id, 'flow.people');
  if (who.kind === 'field' && !isKind(form, who.field, ['person'])) add(node.id, 'flow.field');
  if (node.type === 'approver' && node.nobody.rule === 'person' && node.nobody.userid === 0) {
    add(node.id, 'flow.nobody');
  }
}

const CONDITION_FIELDS: Record<Exclude<ApprovalCondition['kind'], 'initiator' | 'filled'>, readonly FieldKind[]> = {
  number: NUMBERS,
  duration: ['range'],
  choice: ['choice'],
  person: ['person'],
  department: ['department'],
  text: ['text'],
  date: ['date'],
};
/** The kinds of conditions that a field can have. */
export const conditionKinds = (kind: FieldKind): ApprovalCondition['kind'][] => [
  ...(Object.keys(CONDITION_FIELDS) as (keyof typeof CONDITION_FIELDS)[]).filter((each) =>
    CONDITION_FIELDS[each].includes(kind),
  ),
  ...(kind === 'description' ? [] : (['filled'] as const)),
];

function isCondition(condition: ApprovalCondition, form: readonly ApprovalField[]): boolean {
  if (condition.kind === 'initiator') return true;
  if (condition.kind === 'filled') return form.some(({ id }) => id === condition.field);
  if (!isKind(form, condition.field, CONDITION_FIELDS[condition.kind])) return false;
  if (condition.kind === 'choice') {
    const field = form.find(({ id }) => id === condition.field);
    return (
      condition.options.length > 0 &&
      field?.kind === 'choice' &&
      condition.options.every((option) => field.options.some(({ id }) => id === option))
    );
  }
  return !('op' in condition && condition.op === 'between') || condition.value <= condition.to;
}
