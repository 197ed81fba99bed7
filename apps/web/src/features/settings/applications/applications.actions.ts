import {
  applicationList,
  applicationRegistered,
  applicationRemove,
  applicationRevoke,
  applicationSetting,
} from '@atrium/contract/people/applications.ts';
import { resultOf } from '#features/settings/settings.actions.ts';
import { client } from '#sync/session.ts';

export const readApplications = () => client.api.read(applicationList, {});
/** Resolves with the server's error; '' on success. */
export const revokeApplication = (id: number) => resultOf(client.api.call(applicationRevoke, { id }));

export const readRegistered = (page: number) => client.api.read(applicationRegistered, { page });
/** Resolves with the server's error; '' on success. */
export const removeApplication = (client_id: string) => resultOf(client.api.call(applicationRemove, { client_id }));

export const readRegistration = () => client.api.read(applicationSetting, {});
export const saveRegistration = (registration: 'open' | 'close') =>
  client.api.call(applicationSetting, { type: 'save', registration });
