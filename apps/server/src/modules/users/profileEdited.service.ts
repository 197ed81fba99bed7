import { ExtensionPoint } from '#platform/extensionPoint';
import type { Work } from '#platform/work';
import type { UserRecord } from './present.service.ts';

/** Called when people have edited their own profile; they are the caller of `work`. */
export type ProfileEdited = (work: Work, before: UserRecord, after: UserRecord) => Promise<void>;

export const profileEdited = new ExtensionPoint<ProfileEdited>();
