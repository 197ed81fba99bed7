import { type ApprovalContent, blankContent, LEAVE_TYPES } from './definition.ts';

/**
 * Definitions to start from. The texts come from the caller's catalog; names of keys begin with `approval.`. A template
 * is listed in `APPROVAL_TEMPLATES`, under the name by which screens show it.
 */
export type Words = (key: string) => string;
export type ApprovalTemplate = (t: Words) => ApprovalContent;

const leave: ApprovalTemplate = (t) => ({
  ...blankContent(t('approval.template.leave')),
  about: t('approval.template.leave_about'),
  icon: 'beach',
  effect: { kind: 'leave', range: 'time', type: 'type' },
  form: [
    {
      id: 'type',
      kind: 'choice',
      label: t('approval.template.leave_type'),
      required: true,
      hint: '',
      many: false,
      options: LEAVE_TYPES.map((id) => ({ id, label: t(`approval.leave.${id}`) })),
    },
    { id: 'time', kind: 'range', label: t('approval.template.leave_time'), required: true, hint: '', time: true },
    { id: 'reason', kind: 'text', label: t('approval.template.reason'), required: true, hint: '', multiline: true },
    { id: 'files', kind: 'files', label: t('approval.template.attachments'), required: false, hint: '', most: 3 },
  ],
  flow: [
    {
      id: 'head',
      type: 'approver',
      name: t('approval.template.head'),
      branch: '',
      who: { kind: 'head', level: 1 },
      mode: 'one',
      nobody: { rule: 'admins', userid: 0 },
      hours: 48,
    },
    {
      id: 'length',
      type: 'condition',
      name: t('approval.template.length'),
      branch: '',
      branches: [
        {
          id: 'longer',
          name: t('approval.template.longer'),
          conditions: [{ kind: 'duration', field: 'time', unit: 'days', op: 'gt', value: 3, to: 0 }],
        },
        { id: 'otherwise', name: t('approval.template.otherwise'), conditions: [] },
      ],
    },
    {
      id: 'next_head',
      type: 'approver',
      name: t('approval.template.next_head'),
      branch: 'longer',
      who: { kind: 'head', level: 2 },
      mode: 'one',
      nobody: { rule: 'pass', userid: 0 },
      hours: 48,
    },
  ],
});

const expense: ApprovalTemplate = (t) => ({
  ...blankContent(t('approval.template.expense')),
  about: t('approval.template.expense_about'),
  icon: 'receipt',
  form: [
    { id: 'reason', kind: 'text', label: t('approval.template.reason'), required: true, hint: '', multiline: true },
    {
      id: 'items',
      kind: 'table',
      label: t('approval.template.items'),
      required: true,
      hint: '',
      columns: [
        { id: 'date', kind: 'date', label: t('approval.template.date'), required: true, hint: '', time: false },
        { id: 'item', kind: 'text', label: t('approval.template.item'), required: true, hint: '', multiline: false },
        {
          id: 'amount',
          kind: 'number',
          label: t('approval.template.amount'),
          required: true,
          hint: '',
          unit: '',
          decimals: 2,
          min: 0,
          max: null,
        },
      ],
    },
    {
      id: 'total',
      kind: 'formula',
      label: t('approval.template.total'),
      required: false,
      hint: '',
      expression: 'sum(items.amount)',
      unit: '',
      decimals: 2,
    },
    { id: 'files', kind: 'files', label: t('approval.template.attachments'), required: true, hint: '', most: 20 },
  ],
  flow: [
    {
      id: 'head',
      type: 'approver',
      name: t('approval.template.head'),
      branch: '',
      who: { kind: 'head', level: 1 },
      mode: 'one',
      nobody: { rule: 'admins', userid: 0 },
      hours: 72,
    },
    {
      id: 'how_much',
      type: 'condition',
      name: t('approval.template.how_much'),
      branch: '',
      branches: [
        {
          id: 'large',
          name: t('approval.template.large'),
          conditions: [{ kind: 'number', field: 'total', op: 'gt', value: 1000, to: 0 }],
        },
        { id: 'otherwise', name: t('approval.template.otherwise'), conditions: [] },
      ],
    },
    {
      id: 'admins',
      type: 'approver',
      name: t('approval.template.admins'),
      branch: 'large',
      who: { kind: 'admins' },
      mode: 'one',
      nobody: { rule: 'stop', userid: 0 },
      hours: 72,
    },
  ],
});

export const APPROVAL_TEMPLATES: Readonly<Record<string, ApprovalTemplate>> = { leave, expense };
