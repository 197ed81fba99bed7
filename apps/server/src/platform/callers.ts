import type { Caller, View } from './work.ts';

/** Callers of what no request asks for: jobs, bots, and changes in somebody's name. */

/** The server itself: no account, no device, no rights. */
export const systemCaller: Caller = {
  userid: 0,
  deviceId: 0,
  identity: [],
  nickname: '',
  tel: '',
  isBot: true,
  lang: 'en',
  fd: '',
  ip: '',
  userAgent: '',
  token: '',
};

/** A command of the operator, with an administrator's rights. */
export const operatorCaller: Caller = { ...systemCaller, identity: ['admin'], isBot: false };

/** What an account does without a request: a bot, or a person whose job runs later. `known` are facts about the account. */
export const callerFor = (userid: number, known: Partial<Caller> = {}): Caller => ({
  ...systemCaller,
  ...known,
  userid,
});

/** The same view or work in another account's name. Language, address and device remain those of the caller. */
export const inNameOf = <V extends View>(view: V, account: Pick<Caller, 'userid'> & Partial<Caller>): V => ({
  ...view,
  caller: { ...view.caller, ...account },
});

/** The caller, whose own live connection gets the events of the call too. */
export const onAllConnections = (caller: Caller): Caller => ({ ...caller, fd: '' });
