import { stat } from 'node:fs/promises';
import { ConfigError, readConfig, storageAt } from '../config.ts';
import { copyStored, type StorageReport, verifyStored } from '../modules/files/storedFiles.service.ts';
import { closeFolder } from '../platform/files/durableFile.ts';
import { openStorage } from '../platform/files/openStorage.ts';
import type { Storage } from '../platform/files/storage.ts';
import type { StorageAddress } from '../platform/files/storageAddress.ts';
import { allModules, runCommand } from './command.ts';
import { openOwnDatabase } from './database.ts';
import { megabytes, printLine, showProgress } from './progress.ts';

const USAGE = `npm run storage -- copy [FROM TO]
npm run storage -- verify [STORAGE]

copy     copies all stored files and verifies them by their checksums; Atrium may run, and a second run copies the rest.
         Without FROM and TO, from ATRIUM_STORAGE_OLD to ATRIUM_STORAGE.
verify   reads all files of a storage, ATRIUM_STORAGE if none is named, and lists missing and damaged ones.

A storage is a folder or s3://bucket/folder?endpoint=...&region=... docs/storage.md describes how files move.`;

/** @returns the exit code */
async function main([command, ...places]: string[]): Promise<number> {
  const config = readConfig();
  if (command === 'copy') {
    const [from, to, surplus] = places;
    if (surplus !== undefined || (from !== undefined && to === undefined)) return wrongWords();
    const source = from === undefined ? config.oldStorage : storageAt(from, 'FROM');
    if (!source) throw new ConfigError('Name two storages, or set ATRIUM_STORAGE_OLD: npm run storage -- copy FROM TO');
    const target = to === undefined ? config.storage : storageAt(to, 'TO');
    if (JSON.stringify(source) === JSON.stringify(target)) throw new ConfigError('The two storages are the same.');
    return inStorages([await opened(source), await opened(target, true)], copy);
  }
  if (command === 'verify' && places.length <= 1) {
    const [place] = places;
    return inStorages([await opened(place === undefined ? config.storage : storageAt(place, 'STORAGE'))], verify);
  }
  return wrongWords();
}

function wrongWords(): number {
  printLine(USAGE);
  return 1;
}

/** @throws ConfigError, StorageRefused  before anything is copied */
async function opened(address: StorageAddress, isTarget = false): Promise<Storage> {
  if ('folder' in address) {
    if (isTarget) await closeFolder(address.folder);
    const found = await stat(address.folder).catch(() => undefined);
    if (!found?.isDirectory()) throw new ConfigError(`There is no folder ${address.folder}.`);
    return openStorage(address);
  }
  const storage = await openStorage(address);
  if (isTarget) await storage.check();
  // Reading is enough of a source.
  else await storage.find('check');
  return storage;
}

type Source = Parameters<typeof copyStored>[0];
type Run<S> = (source: Source, storages: S) => Promise<number>;
async function inStorages<S extends Storage[]>(storages: S, run: Run<S>): Promise<number> {
  const { database, close } = await openOwnDatabase(readConfig());
  try {
    const contributions = (await allModules()).flatMap((module) => module.contributions ?? []);
    return await run({ db: database.db, contributions }, storages);
  } finally {
    for (const storage of storages) storage.close();
    await close();
  }
}

const copy: Run<[Storage, Storage]> = async (source, [from, to]) => {
  printLine(`Copying from ${from.name} to ${to.name}`);
  const report = await copyStored(source, from, to, showProgress());
  const were = report.copied === 1 ? 'file was' : 'files were';
  printLine(
    `${report.copied} ${were} copied (${megabytes(report.bytes)}); ${to.name} now has those of ${report.done} records.`,
  );
  return judge(report);
};

const verify: Run<[Storage]> = async (source, [storage]) => {
  printLine(`Reading ${storage.name}`);
  const report = await verifyStored(source, storage, showProgress());
  printLine(`Files of ${report.done} records were read (${megabytes(report.bytes)}).`);
  return judge(report);
};

function judge({ problems }: StorageReport): number {
  if (problems.length === 0) {
    printLine('No problems found.');
    return 0;
  }
  printLine(problems.length === 1 ? '1 file has a problem:' : `${problems.length} files have a problem:`);
  for (const { key, what, why } of problems) printLine(`  ${key}: ${what}${why ? ` (${why})` : ''}`);
  return 1;
}

runCommand(USAGE, main);
