import { anonymousCaller, type Caller, type View } from './work.ts';

/** The caller of the server's own work: no account, no device, no rights. What it writes counts as a program's. */
export const systemCaller: Caller = { ...anonymousCaller, isBot: true };

/**
 * The caller of work with an administrator's rights that no administrator asked for: commands of the operator, demo and
 * samples.
 */
export const operatorCaller: Caller = { ...anonymousCaller, identity: ['admin'] };

/**
 * The caller of work for an account without a request: a bot, or a person whose job runs later. Like a bot, this person
 * is exempt from the rules for senders unless `isBot` is false. `known` are facts about the account.
 */
export const callerFor = (userid: number, known: Partial<Omit<Caller, 'userid'>> = {}): Caller => ({
  ...systemCaller,
  ...known,
  userid,
});

/**
 * Returns the same view or work under another account's id. Fields that are not given, such as `identity`, remain those
 * of the caller.
 */
export const inNameOf = <V extends View>(view: V, account: Pick<Caller, 'userid'> & Partial<Caller>): V => ({
  ...view,
  caller: { ...view.caller, ...account },
});

/**
 * The caller, whose own live connection gets the events too, because it did not cause them or may have lost the answer.
 */
export const onAllConnections = (caller: Caller): Caller => ({ ...caller, fd: '' });
