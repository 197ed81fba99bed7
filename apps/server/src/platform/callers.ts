import { anonymousCaller, type Caller, type View } from './work.ts';

/** The server itself: no account, no device, no rights. What it writes counts as a program's. */
export const systemCaller: Caller = { ...anonymousCaller, isBot: true };

/** What the server does with an administrator's rights without one: commands of the operator, demo and samples. */
export const operatorCaller: Caller = { ...anonymousCaller, identity: ['admin'] };

/**
 * An account without a request: a bot, or a person whose job runs later, who has a bot's freedom from the rules for
 * senders unless `isBot` is false. `known` are facts about the account.
 */
export const callerFor = (userid: number, known: Partial<Omit<Caller, 'userid'>> = {}): Caller => ({
  ...systemCaller,
  ...known,
  userid,
});

/** The same view or work under another account's id. What is not named, such as `identity`, remains the caller's. */
export const inNameOf = <V extends View>(view: V, account: Pick<Caller, 'userid'> & Partial<Caller>): V => ({
  ...view,
  caller: { ...view.caller, ...account },
});

/** The caller, whose own live connection gets the events too: it did not cause them, or may have lost the answer. */
export const onAllConnections = (caller: Caller): Caller => ({ ...caller, fd: '' });
