import * as contract from '@atrium/contract/workspace/microApps.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import { clearBadge, readBadges, readSorts, saveSorts, setBadge } from './badges.service.ts';
import { customApps, listVisible } from './custom.service.ts';
import { editApp, installApp, readCatalog, removeApp, renewSecret } from './install/install.service.ts';
import { stageApp, stageZip } from './install/stage.service.ts';
import { makeToken, openApp } from './open.service.ts';
import { readEntries, readEntry, removeEntry, writeEntry } from './storage/data.service.ts';

export const microAppRoutes: Route[] = [
  direct(contract.microAppMenu, customApps),
  read(contract.appList, async (view) => ({ list: await listVisible(view) })),
  write(contract.appOpen, openApp),
  write(contract.appToken, makeToken),
  read(contract.appCatalog, readCatalog),
  direct(contract.appStage, stageApp),
  direct(contract.appUpload, stageZip),
  write(contract.appInstall, installApp),
  write(contract.appEdit, editApp),
  write(contract.appRemove, removeApp),
  write(contract.appSecret, renewSecret),
  write(contract.appBadgeSet, setBadge),
  write(contract.appBadgeClear, clearBadge),
  read(contract.appBadgeList, readBadges),
  read(contract.appSort, readSorts),
  write(contract.appSortSave, saveSorts),
  read(contract.appDataGet, readEntry),
  read(contract.appDataList, readEntries),
  write(contract.appDataSet, writeEntry),
  write(contract.appDataDelete, removeEntry),
];
