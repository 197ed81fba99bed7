import * as contract from '@atrium/contract/workspace/inbox.ts';
import { read, write } from '#platform/http/route';
import type { Module } from '#platform/module';
import { FILL_JOB, fillInboxes, inboxFollower, PUSH_JOB, wakeSnoozed } from './follow.service.ts';
import { deleteDone } from './inbox.queries.ts';
import { editInbox, listInbox } from './inbox.service.ts';
import { pushReturned } from './snoozeEnd.service.ts';

const WAKE_JOB = 'inbox_wake';

/**
 * The inbox: everything that needs a person's attention in one list: mentions, replies, assignments, due tasks,
 * approvals.
 */
export const inboxModule: Module = {
  name: 'inbox',
  routes: [read(contract.inboxList, listInbox), write(contract.inboxEdit, editInbox)],
  followers: [inboxFollower],
  jobs: (app) => ({
    [FILL_JOB]: (payload) => fillInboxes(app, payload),
    [WAKE_JOB]: () => wakeSnoozed(app),
    [PUSH_JOB]: (payload) => pushReturned(app, payload),
  }),
  outgoing: [PUSH_JOB],
  schedules: [`* * * * * ${WAKE_JOB}`],
  forgetOld: async ({ db }) => void (await deleteDone(db, contract.INBOX_DAYS)),
};
