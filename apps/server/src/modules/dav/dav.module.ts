import * as contract from '@atrium/contract/files/dav.ts';
import { direct, read, write } from '#platform/http/route';
import type { Module } from '#platform/module';
import { listConflicts, renameConflict } from './conflicts.service.ts';
import {
  addCredential,
  deleteCredential,
  listCredentials,
  listUsersOfDav,
  revokeCredential,
  revokeOfUser,
  statusOf,
} from './credentials.service.ts';
import { registerDav } from './dav.http.ts';
import { deleteExpiredLocks } from './dav.queries.ts';
import { setDav } from './settings.service.ts';

/** The file area over WebDAV at `/dav`. */
export const davModule: Module = {
  name: 'dav',
  routes: [
    read(contract.davStatus, statusOf),
    read(contract.davCredentials, listCredentials),
    write(contract.davCreate, addCredential),
    write(contract.davRevoke, revokeCredential),
    write(contract.davDelete, deleteCredential),
    read(contract.davConflicts, listConflicts),
    write(contract.davConflictRename, renameConflict),
    direct(contract.davAdminSetting, setDav),
    read(contract.davAdminStatus, listUsersOfDav),
    write(contract.davUserRevoke, revokeOfUser),
  ],
  http: registerDav,
  forgetOld: ({ db }) => deleteExpiredLocks(db),
};
