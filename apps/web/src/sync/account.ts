import type { Profile } from '@atrium/contract/people/profile.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { OPTIONS } from './api.ts';
import { client } from './session.ts';

/** The signed-in person; null before the first load. It does not subscribe: `useAccount` rerenders on a change. */
export const me = (): Profile | null => client.user;

/** True if the signed-in person administers the workspace. */
export const amAdmin = (): boolean => me()?.identity.includes('admin') ?? false;

/** The workspace's settings that this person may read; null before the first load. */
export const workspace = (): SettingsAnswer | null => client.setting;

/** The version of this client. */
export const CLIENT_VERSION = OPTIONS.version;
