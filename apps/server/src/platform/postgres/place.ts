import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';

export type EmbeddedLog = {
  debug(data: object, message: string): void;
  info(data: object, message: string): void;
  warn(data: object, message: string): void;
  error(data: object, message: string): void;
};

/** The location of a database, the account that runs it, and its programs. `cluster` is its folder. */
export type Place = {
  cluster: string;
  account: Account | null;
  binaries: Binaries;
  ephemeral: boolean;
  log: EmbeddedLog;
  /** One of the programs has been launched. */
  onLaunch?: () => void;
};

export type Connection = { host: string; port: number; password: string };
