import { inboxEdit } from '@atrium/contract/workspace/inbox.ts';
import { mutation } from './mutations.ts';

/** The list is no part of the store: screens show the change until it is loaded again. */
export const editInbox = mutation('editInbox', inboxEdit, { order: () => 'inbox' });

export const inboxMutations = { editInbox };
