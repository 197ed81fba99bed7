import * as contract from '@atrium/contract/people/reminders.ts';
import { read, write } from '#platform/http/route';
import type { Module } from '#platform/module';
import { addReminder, listOwn, removeReminder, sendDue } from './reminders.service.ts';

const DUE_JOB = 'reminders_due';

/** Reminders that people set for themselves. */
export const remindersModule: Module = {
  name: 'reminders',
  routes: [
    write(contract.reminderAdd, addReminder),
    read(contract.reminderList, listOwn),
    write(contract.reminderDelete, removeReminder),
  ],
  jobs: (app) => ({ [DUE_JOB]: () => sendDue(app) }),
  schedules: [`* * * * * ${DUE_JOB}`],
};
