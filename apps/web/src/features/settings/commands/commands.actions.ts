import { commandDelete, commandEdit, commandOwn, commandSecret } from '@atrium/contract/chat/commands.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { resultOf } from '#features/settings/settings.actions.ts';
import { client } from '#sync/session.ts';

/** Reads the person's own commands, and for an administrator those of everybody. */
export async function readCommands(isAdmin: boolean) {
  const own = await client.api.read(commandOwn, {});
  if (!isAdmin) return own.list;
  const all = await client.api.read(commandOwn, { all: true });
  const ids = new Set(own.list.map(({ id }) => id));
  return [...own.list, ...all.list.filter(({ id, for_all }) => for_all && !ids.has(id))];
}
/** @throws CallError with the server's text */
export const saveCommand = (input: InputOf<typeof commandEdit>) => client.api.call(commandEdit, input);
export const deleteCommand = (id: number) => resultOf(client.api.call(commandDelete, { id }));
/** @throws CallError with the server's text */
export const readSecret = (id: number, renew = false) =>
  client.api.call(commandSecret, { id, ...(renew && { renew }) }).then(({ secret }) => secret);
