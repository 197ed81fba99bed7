import type { FastifyRequest } from 'fastify';
import { secretFields } from '#modules/system/sealedSettings.service';
import type { Module } from '#platform/module';
import { withFileKeys } from './addresses.service.ts';
import { registerDownloads } from './files.http.ts';
import { FILE_SECRET } from './files.queries.ts';
import { fileRoutes } from './files.routes.ts';
import { collectFiles, fileLimit, requireRoom } from './files.service.ts';
import { fileCaller } from './keys.service.ts';
import { storedFiles, storedKinds } from './storedFiles.service.ts';

export const filesModule: Module = {
  name: 'files',
  provides: {
    withAddresses: withFileKeys,
    uploadLimit: fileLimit,
    requireRoom,
    callerOf: (app, signIns, request) => fileCaller(app, signIns, request as FastifyRequest<KeyInAddress>),
  },
  routes: fileRoutes,
  http: registerDownloads,
  jobs: (app) => ({ collect_files: async () => void (await collectFiles(app)) }),
  schedules: ['*/10 * * * * collect_files'],
  contributions: [
    storedKinds.with(storedFiles),
    secretFields.with({ section: FILE_SECRET, fields: [''], isGenerated: true }),
  ],
};

type KeyInAddress = { Querystring: { key?: string } };
