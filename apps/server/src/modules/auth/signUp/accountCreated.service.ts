import type { Language } from '@atrium/i18n/languages.ts';
import type { UserRecord } from '#modules/users/present.service';
import { ExtensionPoint } from '#platform/extensionPoint';
import type { Work } from '#platform/work';

/** Gives a new account what everyone has from the start. The caller of `work` is the new account. */
export type AccountCreated = (work: Work, user: UserRecord, lang: Language) => Promise<void>;

export const accountCreated = new ExtensionPoint<AccountCreated>();
