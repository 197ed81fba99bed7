import { inboxEdit } from '@atrium/contract/workspace/inbox.ts';
import { mutation } from './mutations.ts';

/** The inbox is not part of the store: screens show the change until the list is loaded again. */
export const editInbox = mutation('editInbox', inboxEdit, { order: () => 'inbox' });

export const inboxMutations = { editInbox };
