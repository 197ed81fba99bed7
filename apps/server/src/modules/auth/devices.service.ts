import type { InputOf } from '@atrium/contract/kit.ts';
import type * as sessions from '@atrium/contract/people/sessions.ts';
import type { Device } from '@atrium/contract/people/sessions.ts';
import type { Selectable } from 'kysely';
import { describeAgent } from '#modules/sessions/userAgent.service';
import { endOtherSessions } from '#modules/users/profile.service';
import type { Devices } from '#platform/db/types';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { deleteOwnDevice, findOwnDevice, listOwnDevices, setDeviceDetail } from './devices.queries.ts';

type DeviceRow = Selectable<Devices>;
type Detail = Device['detail'];

function presentDevice(row: DeviceRow, current: number): Device {
  return {
    id: row.id,
    userid: row.userid,
    // This part of the hash is enough to tell devices apart; the token cannot be derived from it.
    hash: row.token_hash.slice(0, 16),
    detail: { ip: '', ...describeAgent(''), ...(row.detail as Partial<Detail>) },
    expired_at: wireTime(row.expired_at),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    used_at: wireTime(row.used_at),
    used_ip: row.used_ip || ((row.detail as Partial<Detail>).ip ?? ''),
    is_current: row.id === current,
  };
}

export async function findDeviceRow({ tx, caller }: View, id: number): Promise<DeviceRow> {
  const row = await findOwnDevice(tx, id, caller.userid);
  if (!row) throw fail('device.gone');
  return row;
}

export async function listDevices({ tx, caller }: View) {
  const rows = await listOwnDevices(tx, caller.userid);
  const list = rows.map((row) => presentDevice(row, caller.deviceId));
  return { list: list.sort((a, b) => Number(b.is_current) - Number(a.is_current)) };
}

/** Signs one of the caller's devices out; its sockets close when this is committed. */
export async function logoutDevice(work: Work, { id }: InputOf<typeof sessions.deviceLogout>) {
  await findDeviceRow(work, id);
  await endDevice(work, id);
  return {};
}

export async function signOut(work: Work) {
  await endDevice(work, work.caller.deviceId);
  return {};
}

/** Signs all other devices of the caller out. */
export async function signOutOthers(work: Work) {
  const { userid, deviceId } = work.caller;
  const ended = await endOtherSessions(work, userid, deviceId);
  work.audit({ action: 'signout.all', target: { type: 'user', id: userid }, detail: { ended } });
  return { ended };
}

async function endDevice(work: Work, id: number): Promise<void> {
  const { userid } = work.caller;
  await deleteOwnDevice(work.tx, id, userid);
  work.audit({ action: 'signout.device', target: { type: 'device', id } });
  const device = { userid, deviceId: id };
  // If the outcome is unknown, sockets reconnect with their token, which is refused if it has ended.
  work.tellNodes('session', { ...device, ended: true }, { ...device, ended: false, renewed: true });
}

export async function editDevice(work: Work, input: InputOf<typeof sessions.deviceEdit>): Promise<Device> {
  const sent = Object.fromEntries(Object.entries(input).filter(([, value]) => value));
  if (Object.keys(sent).length === 0) throw fail('parameter', { name: 'device_name' });
  const row = await findDeviceRow(work, work.caller.deviceId);
  const fresh = await setDeviceDetail(
    work.tx,
    JSON.stringify({ ...(row.detail as Partial<Detail>), ...sent }),
    work.now,
    row.id,
  );
  return presentDevice(fresh, work.caller.deviceId);
}
