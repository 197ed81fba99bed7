import { fileOwners } from '#modules/files/owners.service';
import { storedKinds } from '#modules/files/storedFiles.service';
import { thumbMade } from '#modules/fileTexts/texts.service';
import { shareKinds } from '#modules/messages/sending/shareKinds.service';
import { recentKinds } from '#modules/recents/kinds.service';
import { deletedFiles } from '#modules/system/permits.service';
import type { Module } from '#platform/module';
import { forgetDeleted, pruneVersions } from './bin/bin.service.ts';
import { announceThumb } from './drive.events.ts';
import { registerDriveContent, registerPacks } from './drive.http.ts';
import { driveRoutes } from './drive.routes.ts';
import { deletedBytes, freeDeleted } from './drive.service.ts';
import { driveFiles } from './fileOwner.service.ts';
import { driveCodes, driveNames } from './links/links.service.ts';
import { collectPacks, runPack, storedPacks } from './pack/pack.service.ts';
import { recentDriveFiles } from './recent.service.ts';

export const driveModule: Module = {
  name: 'drive',
  routes: driveRoutes,
  beforeCalls: registerDriveContent,
  http: registerPacks,
  jobs: (app) => ({
    pack_files: (order) => runPack(app, (order as { id: number }).id),
    collect_packs: () => collectPacks(app),
    forget_files: async () => {
      await forgetDeleted(app);
      await pruneVersions(app);
    },
  }),
  schedules: ['43 * * * * forget_files', '*/10 * * * * collect_packs'],
  contributions: [
    deletedFiles.with({ bytes: deletedBytes, free: freeDeleted }),
    fileOwners.with(driveFiles),
    thumbMade.with(announceThumb),
    storedKinds.with(storedPacks),
    shareKinds.with({ kind: 'file', codes: driveCodes, names: driveNames }),
    recentKinds.with(recentDriveFiles),
  ],
};
