import { userInfo } from '@atrium/contract/people/profile.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import type { Api } from './api.ts';

/** Reads the person's own record and the workspace's settings, from the first answer of a page. @throws CallError */
export async function readAccount(api: Api) {
  const user = await api.read(userInfo, {});
  const setting = await api.read(systemSetting, { type: user.identity.includes('admin') ? 'all' : 'get' });
  return { user, setting };
}
