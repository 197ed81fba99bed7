import * as contract from '@atrium/contract/workspace/checkin.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import { ownDays, ownDevices, saveDevices } from './devices.service.ts';
import { setCheckin } from './setting.service.ts';

export const checkinRoutes: Route[] = [
  direct(contract.checkinSetting, setCheckin),
  read(contract.checkinGet, ownDevices),
  write(contract.checkinSave, saveDevices),
  read(contract.checkinList, ownDays),
];
