import type {
  ApprovalColumn,
  ApprovalField,
  ApprovalOption,
  FieldKind,
} from '@atrium/contract/approvals/definition.ts';
import { t } from '#sync/language.ts';
import { kindWords } from '../designWords.ts';
import { freshId } from '../flow/flowEdit.ts';

export type AnyField = ApprovalField | ApprovalColumn;
/** The kinds of columns of a table. */
export const COLUMN_KINDS: readonly FieldKind[] = ['text', 'number', 'money', 'date', 'choice', 'formula'];

export const newOption = (options: readonly ApprovalOption[]): ApprovalOption => ({
  id: freshId(
    'o',
    options.map(({ id }) => id),
  ),
  label: '',
});

/** A new field with an id that the others do not have, named for its kind. */
export function newField(kind: FieldKind, others: readonly AnyField[]): ApprovalField {
  const id = freshId(
    'f',
    others.map((each) => each.id),
  );
  const common = { id, label: kindWords(kind), required: false, hint: '' };
  switch (kind) {
    case 'text':
      return { ...common, kind, multiline: false };
    case 'number':
      return { ...common, kind, unit: '', decimals: 0, min: null, max: null };
    case 'money':
      return { ...common, kind, currency: 'EUR' };
    case 'date':
    case 'range':
      return { ...common, kind, time: false };
    case 'person':
    case 'department':
      return { ...common, kind, many: false };
    case 'choice': {
      const label = (number: number) => t('approval.design.option_n', { number });
      const options = [1, 2].map((number) => ({ id: `o${number}`, label: label(number) }));
      return { ...common, kind, many: false, options };
    }
    case 'files':
      return { ...common, kind, most: 10 };
    case 'formula':
      return { ...common, kind, expression: '', unit: '', decimals: 2 };
    case 'description':
      return { ...common, kind, label: '', text: t('approval.design.description_text') };
    case 'table':
      return { ...common, kind, columns: [newField('text', []) as ApprovalColumn] };
  }
}

/** The list with one element at another place. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  return item === undefined || to < 0 || to >= list.length ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, item);
}
