import type { DefinitionProblem } from '@atrium/contract/approvals/check.ts';
import type {
  ApprovalColumn,
  ApprovalCondition,
  ApprovalContent,
  ApprovalField,
  ApprovalNode,
  ApprovalWho,
  FieldKind,
} from '@atrium/contract/approvals/definition.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import {
  IconAlignLeft,
  IconCalendar,
  IconCalendarTime,
  IconCash,
  IconFunction,
  IconInfoCircle,
  IconListCheck,
  IconNumbers,
  IconPaperclip,
  IconSitemap,
  IconTable,
  IconUser,
} from '@tabler/icons-react';
import { formatList, t } from '#sync/language.ts';

export const FIELD_ICON: Record<FieldKind, typeof IconUser> = {
  text: IconAlignLeft,
  number: IconNumbers,
  money: IconCash,
  date: IconCalendar,
  range: IconCalendarTime,
  person: IconUser,
  department: IconSitemap,
  choice: IconListCheck,
  table: IconTable,
  files: IconPaperclip,
  formula: IconFunction,
  description: IconInfoCircle,
};
export const kindWords = (kind: FieldKind): string => t(`approval.field.${kind}`);
/** The name of a field; of a description its text. */
export const fieldWords = (field: ApprovalField | ApprovalColumn): string =>
  field.label || (field.kind === 'description' && field.text.slice(0, 60)) || kindWords(field.kind);

export const nodeWords = (type: ApprovalNode['type']): string => t(`approval.node.${type}`);
export const problemWords = ({ problem }: Pick<DefinitionProblem, 'problem'>): string => t(`approval.wrong.${problem}`);

/** The people and departments that words need; unknown until they have loaded. */
export interface Names {
  users: readonly (UserBasic | undefined)[];
  departments: readonly DepartmentInfo[];
}
const peopleWords = (userids: readonly number[], { users }: Names): string =>
  formatList(userids.map((id) => users.find((user) => user?.userid === id)?.nickname ?? '…'));
const departmentWords = (ids: readonly number[], { departments }: Names): string =>
  formatList(ids.map((id) => departments.find((each) => each.id === id)?.name ?? '…'));

export function whoWords(who: ApprovalWho, form: ApprovalContent['form'], names: Names): string {
  switch (who.kind) {
    case 'people':
      return who.userids.length > 0 ? peopleWords(who.userids, names) : t('approval.design.no_people');
    case 'head':
      return t('approval.design.head_level', { level: who.level });
    case 'heads':
      return t('approval.design.heads_to', { level: who.level });
    case 'departments':
      return who.department_ids.length > 0
        ? departmentWords(who.department_ids, names)
        : t('approval.design.no_people');
    case 'field': {
      const field = form.find(({ id }) => id === who.field);
      return field ? t('approval.design.people_in', { field: fieldWords(field) }) : t('approval.design.no_field');
    }
    default:
      return t(`approval.who.${who.kind}`);
  }
}
/** The people named in a node or in conditions, whose names are wanted. */
export const namedIn = (of: { who: ApprovalWho } | { conditions: readonly ApprovalCondition[] }): number[] =>
  'who' in of
    ? 'userids' in of.who
      ? of.who.userids
      : []
    : of.conditions.flatMap((each) => ('userids' in each ? each.userids : []));

export const SIGN = { lt: '<', lte: '≤', eq: '=', gte: '≥', gt: '>', between: '–' } as const;
const compared = (label: string, { op, value, to }: { op: keyof typeof SIGN; value: number; to: number }): string =>
  op === 'between' ? `${label}: ${value}–${to}` : `${label} ${SIGN[op]} ${value}`;

export function conditionWords(condition: ApprovalCondition, form: ApprovalContent['form'], names: Names): string {
  const among = (userids: readonly number[], ids: readonly number[]) =>
    [peopleWords(userids, names), departmentWords(ids, names)].filter(Boolean).join(', ');
  if (condition.kind === 'initiator') {
    const wanted = among(condition.userids, condition.department_ids);
    return `${t('approval.design.initiator')}: ${wanted || t('approval.design.everyone')}`;
  }
  const field = form.find(({ id }) => id === condition.field);
  const label = field ? fieldWords(field) : t('approval.design.no_field');
  switch (condition.kind) {
    case 'number':
      return compared(label, condition);
    case 'duration':
      return compared(`${label} (${t(`approval.design.${condition.unit}`)})`, condition);
    case 'choice': {
      const options = field?.kind === 'choice' ? field.options : [];
      return `${label}: ${condition.options.map((id) => options.find((each) => each.id === id)?.label ?? '…').join(' / ')}`;
    }
    case 'person':
      return `${label}: ${among(condition.userids, condition.department_ids)}`;
    case 'department':
      return `${label}: ${departmentWords(condition.department_ids, names)}`;
    case 'text':
    case 'date':
      return t(`approval.design.op_${condition.op}`, { label, value: condition.value });
    case 'filled':
      return `${label}: ${t(condition.filled ? 'approval.design.filled' : 'approval.design.blank')}`;
  }
}
