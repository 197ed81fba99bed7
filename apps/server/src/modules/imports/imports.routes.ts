import * as contract from '@atrium/contract/files/imports.ts';
import { direct, type Route, read } from '#platform/http/route';
import { importPeople } from './matches.service.ts';
import { oneImport, recentImports, removeImport, uploadExport } from './read/uploads.service.ts';
import { startImport, stopImport } from './run.service.ts';

export const importRoutes: Route[] = [
  direct(contract.importUpload, uploadExport),
  read(contract.importLists, recentImports),
  read(contract.importStatus, oneImport),
  read(contract.importPeople, importPeople),
  direct(contract.importStart, startImport),
  direct(contract.importStop, stopImport),
  direct(contract.importRemove, removeImport),
];
