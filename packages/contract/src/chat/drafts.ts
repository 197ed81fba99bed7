import { type Static, Type } from 'typebox';
import { Count, call, event, ListOf, OneOf, Text } from '../kit.ts';

/** The longest draft that is synced. */
export const DRAFT_CHARS = 200_000;

const DraftKey = () => Type.String({ pattern: '^(t_)?[1-9][0-9]{0,9}$', wire: 'line' });
/** A reply or an edit; '' for neither. */
const QuoteType = () => OneOf('', 'reply', 'update');

/** A draft of the caller. */
export const SavedDraft = Type.Object({
  /** A dialog's id, or `t_<task id>`. */
  key: Type.String(),
  content: Type.String(),
  quote_type: QuoteType(),
  /** A message's id, or 0. */
  quote_id: Count(),
  /** The time of writing, in milliseconds by the server's clock. */
  time: Count(),
});
export type SavedDraft = Static<typeof SavedDraft>;

export const draftSave = call('dialog/draft/save', {
  summary: 'Saves the caller’s draft. A draft written later, on another device, is not replaced.',
  access: 'user',
  input: Type.Object({
    key: DraftKey(),
    /** '' if the draft is empty: sent or discarded. */
    content: Text({ maxLength: DRAFT_CHARS }),
    quote_type: Type.Optional(QuoteType()),
    quote_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 2147483647, wire: 'int' })),
    /** Milliseconds since it was written: devices' clocks differ. */
    age: Type.Optional(Type.Integer({ minimum: 0, maximum: 2147483647, wire: 'int' })),
  }),
  /** `is_newest` false: a newer draft of another device, from `time`, was kept. */
  output: Type.Object({ key: Type.String(), time: Count(), is_newest: Type.Boolean() }),
  errors: ['dialog.gone', 'task.gone'],
});
export const draftLists = call('dialog/draft/lists', {
  summary: 'Lists the caller’s drafts, newest first, up to 100. With `keys` only those, including cleared ones.',
  access: 'user',
  input: Type.Object({ keys: Type.Optional(ListOf(DraftKey(), 100)) }),
  output: Type.Object({ list: Type.Array(SavedDraft) }),
});

export const draftCalls = [draftSave, draftLists] as const;

/** Sent to the author's own devices, which load the text if theirs is older. */
export const draftChanged = event('dialog', 'draft', Type.Object({ key: Type.String(), time: Count() }));
export const draftEvents = [draftChanged] as const;
