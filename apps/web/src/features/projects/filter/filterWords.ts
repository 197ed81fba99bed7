import { type Condition, FILTER_FIELDS, type FilterField } from '@atrium/client/projects/taskFilter.ts';
import { decodeStatus } from '@atrium/contract/projects/flows.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import {
  IconCalendarDue,
  IconCircleDot,
  IconFlag,
  IconPencil,
  IconTag,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { locale, t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { lazyValue } from '#sync/store/lazyValue.ts';

export const FIELD_ICONS: Record<FilterField, typeof IconTag> = {
  due: IconCalendarDue,
  owner: IconUser,
  helper: IconUsers,
  status: IconCircleDot,
  priority: IconFlag,
  tag: IconTag,
  creator: IconPencil,
};

export const isPersonField = (field: FilterField) => ['owner', 'helper', 'creator'].includes(field);

export const fieldWords = (field: FilterField): string => t(`filter.${field}`);

const WORDS = {
  overdue: 'view.kind_overdue',
  today: 'view.kind_today',
  week: 'view.kind_week',
  open: 'view.section_open',
  completed: 'view.kind_completed',
} as const;

/** Writes a value as people know it. A value that no task has anymore is shown as it is. */
export function valueWords(field: FilterField, value: string, tasks: readonly Task[]): string {
  if (value === '') return t(`filter.no_${field as Exclude<FilterField, 'status' | 'creator'>}`);
  if (isPersonField(field)) return client.store.get('user', Number(value))?.nickname ?? `#${value}`;
  if (field === 'due' || (field === 'status' && Object.hasOwn(WORDS, value))) {
    return Object.hasOwn(WORDS, value) ? t(WORDS[value as keyof typeof WORDS]) : value;
  }
  if (field === 'status') {
    const task = tasks.find(({ flow_item_id }) => String(flow_item_id) === value);
    return task ? decodeStatus(task.flow_item_name).name : `#${value}`;
  }
  if (field === 'priority') return tasks.find(({ p_level }) => String(p_level) === value)?.p_name ?? `#${value}`;
  return value;
}

const either = lazyValue(() => new Intl.ListFormat(locale, { type: 'disjunction' }));
export const conditionWords = ({ field, values }: Condition, tasks: readonly Task[]): string =>
  either().format(values.map((value) => valueWords(field, value, tasks)));

export const fieldsNamed = (words: string): FilterField[] =>
  FILTER_FIELDS.filter((field) => fieldWords(field).toLowerCase().includes(words));
