import * as contract from '@atrium/contract/chat/subscriptions.ts';
import { leftovers } from '#modules/auth/takeOver.service';
import { dialogChanges } from '#modules/dialogs/members/memberChanges.service';
import { completions } from '#modules/tasks/lifecycle/completions.service';
import { direct, read, write } from '#platform/http/route';
import type { Module } from '#platform/module';
import { deliver, PUSH_JOB } from './deliver.service.ts';
import { onCompletion, onDialogChange, subscriptionFollower } from './follow.service.ts';
import { pauseSubscriptions } from './subscriptions.queries.ts';
import { edit, listOwn, readDeliveries, remove, resend, secretOf } from './subscriptions.service.ts';

/** Addresses of other programs that receive events, signed as the Standard Webhooks specification has it. */
export const subscriptionsModule: Module = {
  name: 'subscriptions',
  routes: [
    read(contract.subscriptionList, listOwn),
    write(contract.subscriptionEdit, edit),
    write(contract.subscriptionSecret, secretOf),
    write(contract.subscriptionDelete, remove),
    read(contract.subscriptionDeliveries, readDeliveries),
    direct(contract.subscriptionResend, resend),
  ],
  followers: [subscriptionFollower],
  jobs: (app) => ({ [PUSH_JOB]: (payload, { job }) => deliver(app, payload, job.attempts) }),
  outgoing: [PUSH_JOB],
  contributions: [
    dialogChanges.with(onDialogChange),
    completions.with(onCompletion),
    leftovers.with({ kind: 'events', end: (work, userid) => pauseSubscriptions(work.tx, userid, work.now) }),
  ],
};
