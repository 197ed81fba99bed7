import * as badges from '@atrium/contract/workspace/appBadges.ts';
import * as catalog from '@atrium/contract/workspace/appCatalog.ts';
import * as data from '@atrium/contract/workspace/appData.ts';
import * as sorts from '@atrium/contract/workspace/appSorts.ts';
import * as apps from '@atrium/contract/workspace/microApps.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import { clearBadge, readBadges, readSorts, saveSorts, setBadge } from './badges.service.ts';
import { customApps, listVisible } from './customApps.service.ts';
import { editApp, installApp, readCatalog, removeApp, renewSecret } from './install/install.service.ts';
import { stageApp, stageZip } from './install/stage.service.ts';
import { makeToken, openApp } from './open.service.ts';
import { readEntries, readEntry, removeEntry, writeEntry } from './storage/data.service.ts';

export const microAppRoutes: Route[] = [
  direct(apps.microAppMenu, customApps),
  read(apps.appList, async (view) => ({ list: await listVisible(view) })),
  write(apps.appOpen, openApp),
  write(apps.appToken, makeToken),
  read(catalog.appCatalog, readCatalog),
  direct(catalog.appStage, stageApp),
  direct(catalog.appUpload, stageZip),
  write(catalog.appInstall, installApp),
  write(catalog.appEdit, editApp),
  write(catalog.appRemove, removeApp),
  write(badges.appSecret, renewSecret),
  write(badges.appBadgeSet, setBadge),
  write(badges.appBadgeClear, clearBadge),
  read(badges.appBadgeList, readBadges),
  read(sorts.appSort, readSorts),
  write(sorts.appSortSave, saveSorts),
  read(data.appDataGet, readEntry),
  read(data.appDataList, readEntries),
  write(data.appDataSet, writeEntry),
  write(data.appDataDelete, removeEntry),
];
