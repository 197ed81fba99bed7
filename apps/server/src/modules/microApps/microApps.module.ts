import { type StoredKind, storedKinds } from '#modules/files/storedFiles.service';
import type { Module } from '#platform/module';
import { answerPreflights, registerAppPages } from './apps.http.ts';
import { countFiles, listExistingFiles, listFiles } from './apps.queries.ts';
import { deleteUnusedBundles } from './install/stage.service.ts';
import { microAppRoutes } from './microApps.routes.ts';
import { registerStore } from './store.http.ts';

const appFiles: StoredKind = {
  count: ({ db }) => countFiles(db),
  async list({ db }, after, limit) {
    const rows = await listFiles(db, after, limit);
    return rows.map(({ id, place, hash }) => ({ id, contents: [{ key: place, hash }] }));
  },
  existing: ({ db }, ids) => listExistingFiles(db, ids),
};

/** Apps that administrators add to the workspace: their files, frames, tokens, badges and stored data. */
export const microAppsModule: Module = {
  name: 'microApps',
  routes: microAppRoutes,
  beforeCalls: answerPreflights,
  http(server, app, sessions) {
    registerAppPages(server, app);
    registerStore(server, app, sessions);
  },
  contributions: [storedKinds.with(appFiles)],
  forgetOld: deleteUnusedBundles,
};
