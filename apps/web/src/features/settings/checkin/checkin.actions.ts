import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/workspace/checkin.ts';
import { uploadPicture } from '#entities/user/picture.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/overlays/notices.ts';
import { resultOf } from '../settings.actions.ts';
import type { EditedMac } from './MacList.tsx';

export const readDevices = () => client.api.read(contract.checkinGet, {});
export const readMonth = (ym: string) => client.api.read(contract.checkinList, { ym });

/** @throws CallError with the server's text */
export async function saveMacs(list: readonly EditedMac[]): Promise<contract.CheckinDevices> {
  const named = list.map(({ mac, remark }) => ({ mac, remark }));
  const saved = await client.api.call(contract.checkinSave, { type: 'mac', list: named });
  notify(t('settings.saved'));
  return saved;
}

/** @throws CallError with the server's text */
export const saveFace = async (file: File | null): Promise<contract.CheckinDevices> =>
  client.api.call(contract.checkinSave, { type: 'face', faceimg: file ? await uploadPicture(file) : '' });

export const readRules = () => client.api.read(contract.checkinSetting, {});
/** @throws CallError with the server's text */
export async function saveRules(change: InputOf<typeof contract.checkinSetting>): Promise<contract.CheckinSetting> {
  const saved = await client.api.call(contract.checkinSetting, { ...change, type: 'save' });
  // The setting applies here at once; other devices get it when they start.
  if (client.setting) client.setting = { ...client.setting, checkin: saved.open };
  notify(t('settings.saved'));
  return saved;
}

export const askForAttendance = (userids: readonly number[], days: readonly [string, string]) =>
  resultOf(client.api.call(contract.checkinExport, { userid: [...userids], date: days }), t('export.started'));
