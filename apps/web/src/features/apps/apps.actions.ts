import type { Person } from '@atrium/app/atrium.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { appBadgeSet, appSecret } from '@atrium/contract/workspace/appBadges.ts';
import {
  appCatalog,
  appEdit,
  appInstall,
  appRemove,
  appStage,
  appUpload,
} from '@atrium/contract/workspace/appCatalog.ts';
import { type AppOrder, appSort, appSortSave } from '@atrium/contract/workspace/appSorts.ts';
import { appOpen, appToken, microAppMenu } from '@atrium/contract/workspace/microApps.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';

export type OpenedApp = OutputOf<typeof appOpen>;

export const openApp = (appid: string, key: string, theme: 'light' | 'dark') =>
  client.api.read(appOpen, { appid, key, theme });
export const askToken = (appid: string) => client.api.call(appToken, { appid });
export const setOwnBadge = (input: InputOf<typeof appBadgeSet>) => client.api.call(appBadgeSet, input);

/** The properties of its user that an app gets. */
export function ownProps({ permissions }: Pick<OpenedApp, 'permissions'>) {
  const { userid = 0, nickname = '', userimg = '', email = '' } = client.user ?? {};
  const maySeePeople = permissions.some((each) => each.startsWith('people:'));
  return { id: userid, name: nickname, avatar: userimg, ...(maySeePeople && { email }) };
}

/** The chosen people, for an app: their names and pictures only. */
export async function namesOf(userids: readonly number[]): Promise<Person[]> {
  if (userids.length === 0) return [];
  const people = await client.api.read(userBasic, { userid: [...userids] });
  return people.map(({ userid, nickname, userimg }) => ({ id: userid, name: nickname, avatar: userimg }));
}

/** Calls back when entries of apps change. Returns a function that stops it. */
export const onAppData = (run: () => void): (() => void) => client.onTopic((topic) => topic === 'appData' && run());

// Administration -------------------------------------------------------------------------------------------------------

export const readCatalog = () => client.api.read(appCatalog, {});
export const stageApp = (input: InputOf<typeof appStage>) => client.api.call(appStage, input);
export const uploadApp = (file: File) =>
  client.api.upload(appUpload, {
    fields: {},
    file: { field: 'file', name: file.name, content: file },
    onProgress: () => {},
  });

/** The server's words; '' if it is done. */
const result = (answer: Promise<unknown>) =>
  answer.then(
    () => '',
    (error: unknown) => wordsOf(error),
  );
export const installApp = (input: InputOf<typeof appInstall>) => result(client.api.call(appInstall, input));
export const editApp = (input: InputOf<typeof appEdit>) => result(client.api.call(appEdit, input));
export const removeApp = (appid: string) => result(client.api.call(appRemove, { appid }));
export const makeSecret = (appid: string) => client.api.call(appSecret, { appid }).then(({ secret }) => secret);

export const readCustom = () => client.api.read(microAppMenu, { type: 'all' });
export const saveCustom = (list: unknown[]) => result(client.api.call(microAppMenu, { type: 'save', list }));

// The order of the apps ------------------------------------------------------------------------------------------------

export type AppSorts = Pick<AppOrder, 'base' | 'admin'>;
export const readSorts = () => client.api.read(appSort, {});
export const saveSorts = (sorts: AppSorts) => result(client.api.call(appSortSave, { sorts }));
