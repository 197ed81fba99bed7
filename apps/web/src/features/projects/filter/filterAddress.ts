import { printCondition, readCondition, type TaskFilter, withCondition } from '@atrium/client/projects/taskFilter.ts';

const CONDITION = 'f';
const TEXT = 'q';

/** Writes a filter as a part of an address; '' shows everything. */
export function printFilter({ text, conditions }: Pick<TaskFilter, 'text' | 'conditions'>): string {
  const params = new URLSearchParams(conditions.map((each) => [CONDITION, printCondition(each)]));
  if (text.trim()) params.set(TEXT, text);
  return params.toString();
}

/** Reads the filter in an address. If it names a field twice, the last condition counts. */
export function readFilter(search: string): Pick<TaskFilter, 'text' | 'conditions'> {
  const params = new URLSearchParams(search);
  const conditions = params.getAll(CONDITION).flatMap((each) => readCondition(each) ?? []);
  return {
    text: params.get(TEXT) ?? '',
    conditions: conditions.reduce(withCondition, [] as TaskFilter['conditions']) as TaskFilter['conditions'],
  };
}

/** Returns the address with another filter. */
export function withFilter(search: string, filter: Pick<TaskFilter, 'text' | 'conditions'>): string {
  const params = new URLSearchParams(search);
  params.delete(CONDITION);
  params.delete(TEXT);
  for (const [name, value] of new URLSearchParams(printFilter(filter))) params.append(name, value);
  const text = params.toString();
  return text && `?${text}`;
}
