import type { InputOf } from '@atrium/contract/kit.ts';
import type { userLists } from '@atrium/contract/people/accounts.ts';
import type { RawBuilder } from 'kysely';
import { ExtensionPoint } from '#platform/extensionPoint';
import type { View } from '#platform/work';

export type DirectoryKeys = NonNullable<InputOf<typeof userLists>['keys']>;

/** Details about people from another module, for the administrators' list of accounts. */
export interface DirectoryDetails {
  /** Conditions over `users u` for the module's own keys. */
  conditions: (keys: DirectoryKeys) => RawBuilder<unknown>[];
  /** Loads the fields to add, by person. */
  load: (view: View, userids: readonly number[]) => Promise<Map<number, object>>;
}

export const directoryDetails = new ExtensionPoint<DirectoryDetails>();
