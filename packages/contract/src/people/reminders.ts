import { type Static, Type } from 'typebox';
import { call, DateTime, Empty, errors, Id, Line } from '../kit.ts';

export const MOST_REMINDERS = 200;

/** A reminder that a person set. */
export const Reminder = Type.Object({
  id: Id(),
  text: Type.String(),
  at: DateTime(),
});
export type Reminder = Static<typeof Reminder>;

export const reminderErrors = errors({
  'reminder.many': { ret: 0 },
  'reminder.gone': { ret: 0 },
  'reminder.time': { ret: 0 },
});

export const reminderAdd = call('users/reminder/add', {
  summary: 'Reminds the caller of something at a time, by a message.',
  access: 'user',
  input: Type.Object({
    text: Line({ minLength: 1, maxLength: 500 }),
    /**
     * The time, within the next five years; its seconds are dropped, so that it is due in the minute that the person
     * read.
     */
    at: Line({ maxLength: 30 }),
  }),
  output: Reminder,
  errors: ['reminder.many', 'reminder.time'],
});
export const reminderList = call('users/reminder/list', {
  summary: 'Lists the caller’s reminders that are to come, the next one first.',
  access: 'user',
  output: Type.Object({ list: Type.Array(Reminder) }),
});
export const reminderDelete = call('users/reminder/delete', {
  summary: 'Deletes one of the caller’s reminders.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['reminder.gone'],
});
export const reminderCalls = [reminderAdd, reminderList, reminderDelete] as const;
