import type {
  ApprovalColumn,
  ApprovalContent,
  ApprovalField,
  ApprovalRange,
  ApprovalValue,
  ApprovalValues,
} from '@atrium/contract/approvals/definition.ts';

/** The names behind the ids in values. */
export interface Names {
  person: (userid: number) => string;
  department: (id: number) => string;
  file: (token: string) => string;
}
export interface LabeledValue {
  label: string;
  value: string;
}

const LIST = ', ';
/** Writes a value in words. Times keep the spelling of the wire, which clients show in their reader's zone. */
export function wordsOf(field: ApprovalField | ApprovalColumn, value: ApprovalValue | undefined, names: Names): string {
  if (value === undefined || value === null) return '';
  switch (field.kind) {
    case 'range': {
      const { from, to } = value as ApprovalRange;
      return `${from} – ${to}`;
    }
    case 'person':
      return (value as number[]).map(names.person).join(LIST);
    case 'department':
      return (value as number[]).map(names.department).join(LIST);
    case 'choice':
      return (value as string[])
        .map((id) => field.options.find((option) => option.id === id)?.label ?? '')
        .filter(Boolean)
        .join(LIST);
    case 'files':
      return (value as string[]).map(names.file).filter(Boolean).join(LIST);
    case 'money':
      return `${(value as number).toFixed(2)} ${field.currency}`;
    case 'number':
    case 'formula':
      return `${(value as number).toFixed(field.decimals)} ${field.unit}`.trim();
    case 'table':
      return (value as Record<string, ApprovalValue>[])
        .map((row) =>
          field.columns
            .map((column) => wordsOf(column, row[column.id], names))
            .filter(Boolean)
            .join(' · '),
        )
        .join('; ');
    default:
      return String(value);
  }
}

const LONGEST = 2000;
/** All values in words, without those that are empty. */
export const linesOf = (form: readonly ApprovalField[], values: ApprovalValues, names: Names): LabeledValue[] =>
  form.flatMap((field) => {
    const value = wordsOf(field, values[field.id], names);
    return value ? [{ label: field.label, value }] : [];
  });

/** The same lines, short enough to be stored with a request: lists show the first of them, workbooks all. */
export const summaryOf = (lines: readonly LabeledValue[]): LabeledValue[] =>
  lines.map(({ label, value }) => ({ label, value: value.slice(0, LONGEST) }));

/** The fields that older clients know: type of leave, time, reason, attachments. */
export function olderFields({ form, effect }: ApprovalContent) {
  const one = (kind: ApprovalField['kind'], wanted = '') =>
    form.find((field) => field.kind === kind && (wanted === '' || field.id === wanted));
  return {
    type: one('choice', effect.type) as Extract<ApprovalField, { kind: 'choice' }> | undefined,
    range: one('range', effect.range) as Extract<ApprovalField, { kind: 'range' }> | undefined,
    reason: (form.find((field) => field.kind === 'text' && field.multiline) ?? one('text')) as
      | Extract<ApprovalField, { kind: 'text' }>
      | undefined,
    files: one('files') as Extract<ApprovalField, { kind: 'files' }> | undefined,
  };
}

export interface OlderVar {
  type: string;
  startTime: string;
  endTime: string;
  description: string;
  other: string;
}
export function varOf(content: ApprovalContent, values: ApprovalValues, names: Names): OlderVar {
  const { type, range, reason, files } = olderFields(content);
  const time = range && (values[range.id] as ApprovalRange | undefined);
  return {
    type: type ? wordsOf(type, values[type.id], names) : '',
    startTime: time?.from ?? '',
    endTime: time?.to ?? '',
    description: reason ? wordsOf(reason, values[reason.id], names) : '',
    other: files ? ((values[files.id] as string[] | undefined) ?? []).join(',') : '',
  };
}

/** The values of an older client's request. A type is the number of its option, from 1, or its name. */
export function valuesOfVar(
  content: ApprovalContent,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { type, range, reason, files } = olderFields(content);
  const text = (key: string) =>
    typeof given[key] === 'string' || typeof given[key] === 'number' ? String(given[key]) : '';
  const values: Record<string, unknown> = {};
  const wanted = text('type');
  const option = type?.options.find(
    ({ id, label }, index) => id === wanted || label === wanted || String(index + 1) === wanted,
  );
  if (type && option) values[type.id] = [option.id];
  if (range)
    values[range.id] = { from: momentOf(text('startTime'), range.time), to: momentOf(text('endTime'), range.time) };
  if (reason) values[reason.id] = text('description');
  if (files) values[files.id] = text('other').split(',').filter(Boolean);
  return values;
}
const momentOf = (text: string, isTimed: boolean) =>
  isTimed ? (text.length === 16 ? `${text}:00` : text) : text.slice(0, 10);
