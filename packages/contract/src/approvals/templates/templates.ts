import { LEAVE_TYPES } from '../definition.ts';
import { ADMINS, type ApprovalTemplate, DIRECT_HEAD, NEXT_HEAD, PASS, partsOf } from './parts.ts';

/**
 * Definitions to start from. The texts come from the caller's catalog; they name nobody, so that each can be published
 * as it is.
 */

const leave: ApprovalTemplate = (t) => {
  const make = partsOf(t);
  return {
    ...make.blank('leave', 'beach'),
    effect: { kind: 'leave', range: 'time', type: 'type' },
    form: [
      {
        ...make.choice('type', 'leave_type', []),
        options: LEAVE_TYPES.map((id) => ({ id, label: t(`approval.leave.${id}`) })),
      },
      make.range('time', 'leave_time'),
      make.reason(),
      make.files({ most: 3 }),
    ],
    flow: [
      make.approver('head', 'head', DIRECT_HEAD),
      make.when('length', 'length', 'longer', {
        kind: 'duration',
        field: 'time',
        unit: 'days',
        op: 'gt',
        value: 3,
        to: 0,
      }),
      make.approver('next_head', 'next_head', NEXT_HEAD, { branch: 'longer', nobody: PASS }),
    ],
  };
};

const trip: ApprovalTemplate = (t) => {
  const make = partsOf(t);
  return {
    ...make.blank('trip', 'plane'),
    effect: { kind: 'trip', range: 'time', type: '' },
    form: [
      make.text('destination', 'destination'),
      make.range('time', 'leave_time'),
      make.text('purpose', 'purpose', { multiline: true }),
      make.choice('transport', 'transport', ['train', 'plane', 'car', 'other'], { many: true }),
      make.people('companions', 'companions', { required: false }),
      make.number('cost', 'cost', { required: false }),
      make.files(),
    ],
    flow: [
      make.approver('head', 'head', DIRECT_HEAD),
      make.when('how_much', 'how_much', 'large', { kind: 'number', field: 'cost', op: 'gt', value: 1000, to: 0 }),
      make.approver('next_head', 'next_head', NEXT_HEAD, { branch: 'large', nobody: PASS }),
      make.copy('inform', { kind: 'field', field: 'companions' }),
    ],
  };
};

const overtime: ApprovalTemplate = (t) => {
  const make = partsOf(t);
  return {
    ...make.blank('overtime', 'clock'),
    form: [
      make.range('time', 'leave_time'),
      make.formula('hours', 'hours', 'hours(time)'),
      make.choice('balance', 'make_up', ['time_off', 'pay']),
      make.reason(),
    ],
    flow: [
      make.approver('head', 'head', DIRECT_HEAD),
      make.when('length', 'length', 'long_shift', { kind: 'number', field: 'hours', op: 'gt', value: 4, to: 0 }),
      make.approver('next_head', 'next_head', NEXT_HEAD, { branch: 'long_shift', nobody: PASS }),
      make.copy('inform', ADMINS),
    ],
  };
};

const expense: ApprovalTemplate = (t) => {
  const make = partsOf(t);
  return {
    ...make.blank('expense', 'receipt'),
    form: [
      make.reason(),
      make.table('items', 'items', [
        make.date('date', 'date'),
        make.text('item', 'item'),
        make.number('amount', 'amount'),
      ]),
      make.formula('total', 'total', 'sum(items.amount)'),
      make.files({ required: true, most: 20 }),
    ],
    flow: [
      make.approver('head', 'head', DIRECT_HEAD, { hours: 72 }),
      make.when('how_much', 'how_much', 'large', { kind: 'number', field: 'total', op: 'gt', value: 1000, to: 0 }),
      make.approver('admins', 'admins', ADMINS, { branch: 'large', hours: 72 }),
    ],
  };
};

const purchase: ApprovalTemplate = (t) => {
  const make = partsOf(t);
  return {
    ...make.blank('purchase', 'cart'),
    form: [
      make.table('items', 'items', [
        make.text('item', 'product'),
        make.number('quantity', 'quantity', { decimals: 0, min: 1 }),
        make.number('price', 'price'),
        make.formula('amount', 'amount', 'quantity * price'),
      ]),
      make.formula('total', 'total', 'sum(items.amount)'),
      make.text('supplier', 'supplier', { required: false }),
      make.date('needed', 'needed_by'),
      make.reason(),
      make.files(),
    ],
    flow: [
      make.approver('head', 'head', DIRECT_HEAD),
      make.when('how_much', 'how_much', 'large', { kind: 'number', field: 'total', op: 'gt', value: 1000, to: 0 }),
      { ...make.parallel('checks', ['need', 'budget']), branch: 'large' },
      make.approver('next_head', 'next_head', NEXT_HEAD, { branch: 'need', nobody: PASS }),
      make.approver('admins', 'admins', ADMINS, { branch: 'budget' }),
      make.copy('inform', { kind: 'choice', userids: [], most: 5 }),
    ],
  };
};

const hiring: ApprovalTemplate = (t) => {
  const make = partsOf(t);
  return {
    ...make.blank('hiring', 'user_plus'),
    form: [
      make.text('position', 'position'),
      make.department('team', 'department'),
      make.number('openings', 'openings', { decimals: 0, min: 1 }),
      make.choice('employment', 'employment', ['full_time', 'part_time', 'internship']),
      make.date('start', 'start'),
      make.text('requirements', 'requirements', { multiline: true }),
      make.reason(),
      make.files(),
    ],
    flow: [
      make.approver('heads', 'all_heads', { kind: 'heads', level: 3 }, { hours: 72 }),
      make.approver('admins', 'admins', ADMINS, { hours: 72 }),
      make.copy('inform', { kind: 'choice', userids: [], most: 5 }),
    ],
  };
};

const resignation: ApprovalTemplate = (t) => {
  const make = partsOf(t);
  return {
    ...make.blank('resignation', 'user_minus'),
    form: [
      make.date('last_day', 'last_day'),
      make.text('reason', 'reason', { multiline: true, required: false }),
      make.people('successor', 'successor', { required: false, many: false }),
      make.text('handover', 'handover_notes', { multiline: true, required: false }),
      make.files(),
    ],
    flow: [
      make.approver('heads', 'all_heads', { kind: 'heads', level: 2 }),
      make.parallel('checks', ['handover', 'property']),
      make.approver(
        'takes_over',
        'successor',
        { kind: 'field', field: 'successor' },
        { branch: 'handover', nobody: PASS },
      ),
      make.approver('returned', 'admins', ADMINS, { branch: 'property' }),
      make.copy('inform', ADMINS),
    ],
  };
};

const release: ApprovalTemplate = (t) => {
  const make = partsOf(t);
  return {
    ...make.blank('release', 'certificate'),
    form: [
      make.description('about', 'release_hint'),
      make.text('title', 'document_title'),
      make.text('edition', 'document_version'),
      make.choice('type', 'document_type', ['policy', 'contract', 'publication', 'other']),
      make.choice('audience', 'audience', ['internal', 'public']),
      make.people('reviewers', 'reviewers'),
      make.files({ required: true, most: 5 }),
      make.text('changes', 'changes', { multiline: true, required: false }),
    ],
    flow: [
      make.approver('review', 'review', { kind: 'field', field: 'reviewers' }, { mode: 'all', hours: 72 }),
      make.approver('head', 'head', DIRECT_HEAD),
      make.when('reach', 'audience', 'public', { kind: 'choice', field: 'audience', options: ['public'] }),
      make.approver('admins', 'admins', ADMINS, { branch: 'public' }),
      make.copy('inform', { kind: 'choice', userids: [], most: 20 }),
    ],
  };
};

/** The templates in the order in which screens list them. */
export const APPROVAL_TEMPLATES = {
  leave,
  trip,
  overtime,
  expense,
  purchase,
  hiring,
  resignation,
  release,
} as const satisfies Record<string, ApprovalTemplate>;
