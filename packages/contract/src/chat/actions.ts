import { type Static, Type } from 'typebox';
import { call, errors, event, Id, Line, ListOf, MaybeId, Nullable, OneOf, Text } from '../kit.ts';

/** Controls below a program's message. */
export const MOST_ACTIONS = 25;
export const MOST_CHOICES = 100;
/** Fields of a program's form. */
export const MOST_FIELDS = 20;

const Choice = Type.Object({
  value: Line({ minLength: 1, maxLength: 500 }),
  label: Line({ minLength: 1, maxLength: 100 }),
});

/** A button, or a list to choose from. */
export const MessageAction = Type.Object({
  /** Unique in its message. */
  id: Line({ minLength: 1, maxLength: 80 }),
  type: OneOf('button', 'select'),
  label: Line({ minLength: 1, maxLength: 100 }),
  style: Type.Optional(OneOf('default', 'primary', 'danger')),
  /** Sent back when a button is pressed. */
  value: Type.Optional(Line({ maxLength: 2000 })),
  /** An address that a button opens; the program is not called. */
  url: Type.Optional(Type.String({ maxLength: 2000, pattern: '^https?://', wire: 'line' })),
  /** A question before a button is pressed. */
  confirm: Type.Optional(Line({ maxLength: 300 })),
  /** The choices of a list. */
  options: Type.Optional(ListOf(Choice, MOST_CHOICES)),
});
export type MessageAction = Static<typeof MessageAction>;
export const MessageActions = () => ListOf(MessageAction, MOST_ACTIONS);

/** A field of a form that a program asks somebody to fill in. */
export const FormField = Type.Object({
  name: Line({ minLength: 1, maxLength: 80 }),
  type: OneOf('text', 'textarea', 'number', 'select', 'checkbox', 'date'),
  label: Line({ minLength: 1, maxLength: 100 }),
  hint: Type.Optional(Line({ maxLength: 300 })),
  required: Type.Optional(Type.Boolean()),
  /** The initial value. */
  value: Type.Optional(Line({ maxLength: 2000 })),
  options: Type.Optional(ListOf(Choice, MOST_CHOICES)),
});
export type FormField = Static<typeof FormField>;

export const ProgramForm = Type.Object({
  /** Proves that this form was shown to the caller; valid once it is accepted, for half an hour. */
  ticket: Type.String(),
  title: Type.String(),
  submit: Type.String(),
  fields: Type.Array(FormField),
});
export type ProgramForm = Static<typeof ProgramForm>;

/** A reply of a program to one person only; not stored as a message. */
const OwnReply = {
  name: Type.String(),
  text: Type.String(),
  actions: Type.Array(MessageAction),
  /** With it the caller presses one of its buttons, for half an hour; '' if it has none. */
  ticket: Type.String(),
};

/** A program's answer to the person who pressed a button, sent a form or gave a command. */
export const ProgramAnswer = Type.Object({
  /** Shown to that person only, and not stored. `replaces`: instead of the reply whose button was pressed. */
  reply: Nullable(Type.Object({ ...OwnReply, replaces: Type.Boolean() })),
  form: Nullable(ProgramForm),
  /** The problems of a form, by field; the form then stays open. */
  problems: Type.Record(Type.String(), Type.String()),
});
export type ProgramAnswer = Static<typeof ProgramAnswer>;

export const actionErrors = errors({
  'program.actions': { ret: 0 },
  'program.action_gone': { ret: 0 },
  'program.silent': { ret: 0 },
  'program.unusable': { ret: 0 },
  'program.form_gone': { ret: 0 },
  'program.form_field': { ret: 0 },
});

export const msgAct = call('dialog/msg/act', {
  summary:
    'Presses a button of a program’s message or of its reply to the caller, or chooses from its list: the program is called.',
  access: 'user',
  input: Type.Object({
    msg_id: MaybeId(),
    /** The ticket of a reply that only the caller saw, instead of `msg_id`. */
    ticket: Type.Optional(Line({ maxLength: 200 })),
    action_id: Line({ minLength: 1, maxLength: 80 }),
    /** The choice from a list. */
    value: Type.Optional(Line({ maxLength: 500 })),
  }),
  output: ProgramAnswer,
  errors: [
    'message.gone',
    'program.action_gone',
    'program.silent',
    'program.unusable',
    'program.actions',
    'dialog.gone',
  ],
});
export const msgForm = call('dialog/msg/form', {
  summary: 'Sends a form that a program asked the caller to fill in.',
  access: 'user',
  input: Type.Object({
    ticket: Line({ minLength: 1, maxLength: 200 }),
    values: ListOf(
      Type.Object({ name: Line({ minLength: 1, maxLength: 80 }), value: Text({ maxLength: 5000 }) }),
      MOST_FIELDS,
    ),
  }),
  output: ProgramAnswer,
  errors: [
    'program.form_gone',
    'program.form_field',
    'program.silent',
    'program.unusable',
    'program.actions',
    'dialog.gone',
  ],
});

/** A program's later answer, to one person only; not in the log. */
export const programReply = event('dialog', 'reply', Type.Object({ dialog_id: Id(), ...OwnReply }));
export type ProgramReply = Static<typeof programReply.data>;

export const actionCalls = [msgAct, msgForm] as const;
