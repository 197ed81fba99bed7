import {
  type ApprovalColumn,
  type ApprovalCondition,
  type ApprovalContent,
  type ApprovalField,
  type ApprovalNode,
  type ApprovalWho,
  type ApproverNode,
  blankContent,
} from '../definition.ts';

/** Returns the text of a key in the language of a template. */
export type Translate = (key: `approval.${string}`) => string;
export type ApprovalTemplate = (t: Translate) => ApprovalContent;

type Of<K extends ApprovalField['kind']> = Extract<ApprovalField, { kind: K }>;
type More<K extends ApprovalField['kind']> = Partial<Omit<Of<K>, 'id' | 'kind' | 'label'>>;

/** Builders of fields and nodes whose texts have keys `approval.template.*`. */
export function partsOf(t: Translate) {
  const word = (key: string): string => t(`approval.template.${key}`);
  const common = (id: string, label: string) => ({ id, label: word(label), required: true, hint: '' });
  const plain = { required: false, hint: '' };
  return {
    word,
    /** The definition that is named for its template. */
    blank: (name: string, icon: ApprovalContent['icon']): ApprovalContent => ({
      ...blankContent(word(name)),
      about: word(`${name}_about`),
      icon,
    }),
    text: (id: string, label: string, more: More<'text'> = {}): Of<'text'> => ({
      ...common(id, label),
      kind: 'text',
      multiline: false,
      ...more,
    }),
    reason: (): Of<'text'> => ({ ...common('reason', 'reason'), kind: 'text', multiline: true }),
    number: (id: string, label: string, more: More<'number'> = {}): Of<'number'> => ({
      ...common(id, label),
      kind: 'number',
      unit: '',
      decimals: 2,
      min: 0,
      max: null,
      ...more,
    }),
    date: (id: string, label: string): Of<'date'> => ({ ...common(id, label), kind: 'date', time: false }),
    range: (id: string, label: string): Of<'range'> => ({ ...common(id, label), kind: 'range', time: true }),
    people: (id: string, label: string, more: More<'person'> = {}): Of<'person'> => ({
      ...common(id, label),
      kind: 'person',
      many: true,
      ...more,
    }),
    department: (id: string, label: string): Of<'department'> => ({
      ...common(id, label),
      kind: 'department',
      many: false,
    }),
    choice: (id: string, label: string, options: readonly string[], more: More<'choice'> = {}): Of<'choice'> => ({
      ...common(id, label),
      kind: 'choice',
      many: false,
      options: options.map((option) => ({ id: option, label: word(option) })),
      ...more,
    }),
    files: (more: More<'files'> = {}): Of<'files'> => ({
      ...common('files', 'attachments'),
      ...plain,
      kind: 'files',
      most: 10,
      ...more,
    }),
    formula: (id: string, label: string, expression: string): Of<'formula'> => ({
      ...common(id, label),
      ...plain,
      kind: 'formula',
      expression,
      unit: '',
      decimals: 2,
    }),
    description: (id: string, text: string): Of<'description'> => ({
      ...common(id, text),
      ...plain,
      kind: 'description',
      label: '',
      text: word(text),
    }),
    table: (id: string, label: string, columns: ApprovalColumn[]): Of<'table'> => ({
      ...common(id, label),
      kind: 'table',
      columns,
    }),
    approver: (id: string, name: string, who: ApprovalWho, more: Partial<ApproverNode> = {}): ApproverNode => ({
      id,
      type: 'approver',
      name: word(name),
      branch: '',
      who,
      mode: 'one',
      nobody: { rule: who.kind === 'admins' ? 'stop' : 'admins', userid: 0 },
      hours: 48,
      ...more,
    }),
    copy: (id: string, who: ApprovalWho, branch = ''): ApprovalNode => ({
      id,
      type: 'copy',
      name: word('inform'),
      branch,
      who,
    }),
    /** One branch with a condition, and one for everything else. */
    when: (id: string, name: string, branch: string, condition: ApprovalCondition): ApprovalNode => ({
      id,
      type: 'condition',
      name: word(name),
      branch: '',
      branches: [
        { id: branch, name: word(branch), conditions: [condition] },
        { id: 'otherwise', name: word('otherwise'), conditions: [] },
      ],
    }),
    parallel: (id: string, branches: readonly string[]): ApprovalNode => ({
      id,
      type: 'parallel',
      name: word('together'),
      branch: '',
      branches: branches.map((branch) => ({ id: branch, name: word(branch) })),
    }),
  };
}

export const PASS: ApproverNode['nobody'] = { rule: 'pass', userid: 0 };
export const DIRECT_HEAD: ApprovalWho = { kind: 'head', level: 1 };
export const NEXT_HEAD: ApprovalWho = { kind: 'head', level: 2 };
export const ADMINS: ApprovalWho = { kind: 'admins' };
