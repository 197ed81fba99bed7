import type { Answer } from '@atrium/contract/shell/bridge.ts';

/** The part of electron-updater that is used. */
export interface Updater {
  autoDownload: boolean;
  checkForUpdates(): Promise<{ updateInfo: { version: string; releaseNotes?: unknown } } | null>;
  downloadUpdate(): Promise<unknown>;
  quitAndInstall(): void;
}

export interface AroundUpdates {
  /**
   * Called before the windows are closed for an update: a Mac closes them first, and says only then that the application
   * quits.
   */
  onInstall: () => void;
  /** The person has agreed, and waits for a restart that will not come. */
  onFail: (version: string) => void;
}

const NONE = { version: '', notes: '' };
const MAX_NOTES = 100_000;

/** Release notes are a text, or one text for each version since. */
export function notesOf(notes: unknown): string {
  const parts = Array.isArray(notes) ? notes.map((each: { note?: unknown }) => each?.note) : [notes];
  const text = parts.filter((part) => typeof part === 'string').join('\n\n');
  return text.slice(0, MAX_NOTES);
}

/** Looks for a newer version where it was published, and installs it. Nothing is downloaded before the person agrees. */
export class Updates {
  readonly #updater: Updater | null;
  readonly #version: string;
  readonly #around: AroundUpdates;
  #found = '';

  /** `null`: a build that is not installed cannot be replaced. */
  constructor(updater: Updater | null, version: string, around: AroundUpdates) {
    this.#updater = updater;
    this.#version = version;
    this.#around = around;
    if (updater) updater.autoDownload = false;
  }

  async look(): Promise<Answer<'update'>> {
    const found = await this.#updater?.checkForUpdates();
    const version = found?.updateInfo.version ?? '';
    this.#found = version;
    return version && version !== this.#version ? { version, notes: notesOf(found?.updateInfo.releaseNotes) } : NONE;
  }

  install(): void {
    this.#updater?.downloadUpdate().then(
      () => {
        this.#around.onInstall();
        this.#updater?.quitAndInstall();
      },
      // It is offered again tomorrow.
      () => this.#around.onFail(this.#found),
    );
  }
}
