import type { UserBasic } from '@atrium/contract/people/users.ts';
import { client } from '#sync/session.ts';
import { useSelect } from '#sync/store/useStore.ts';

export const useUser = (userid: number): UserBasic | undefined =>
  useSelect(['user'], (store) => store.get('user', userid) ?? ask(userid), [userid]);

export const useUsers = (userids: readonly number[]): (UserBasic | undefined)[] =>
  useSelect(['user'], (store) => userids.map((userid) => store.get('user', userid) ?? ask(userid)), [userids.join()]);

/** Loads an unknown user, together with other missing ones. */
function ask(userid: number): undefined {
  if (userid > 0) client.people.want([userid]);
  return undefined;
}

export const useMe = (): number => client.user?.userid ?? 0;
