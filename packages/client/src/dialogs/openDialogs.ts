import { sessionOpen } from '@atrium/contract/chat/assistants.ts';
import { msgOne } from '@atrium/contract/chat/messages.ts';
import { taskLists, taskOne } from '@atrium/contract/projects/tasks.ts';
import { type Api, CallError } from '../api.ts';
import type { Scene } from '../live/frames.ts';
import { fetchHeaded, fetchMessages, fetchTasks, putTasks, takeMessages, takeTasks } from '../live/loads.ts';
import { enterSession, forgetDialog } from '../store/dialogEvents.ts';
import type { Store } from '../store/store.ts';
import { putTask } from '../store/taskEvents.ts';
import { trimDialog } from '../store/trimStore.ts';

/** Applies a part of an answer, or all of it. */
export type ApplyPart = (part: (scene: Scene) => void) => void;

/**
 * The number of conversations that remain complete after leaving, because a page may continue to show them at the same
 * position.
 */
const LATELY = 3;

/** Parts of the owning client. */
interface Parts {
  api: Api;
  store: Store;
  scene: () => Scene;
  /**
   * Resolves once the base state is there: data that is loaded before the workspace has started, or during a load of
   * the base, would be lost.
   */
  based: () => Promise<void>;
  /** Applies an answer, and the events since its request again. */
  settled: (run: (take: ApplyPart) => Promise<(scene: Scene) => void>) => Promise<void>;
}

/** The open screens: projects and conversations whose tasks and messages are loaded and updated. */
export class OpenScreens {
  /** Called when a project has more tasks than are loaded automatically; without it everything is loaded. */
  confirmMore: ((loaded: number) => Promise<boolean>) | null = null;

  readonly #parts: Parts;
  /** The number of users of each open project. */
  readonly #projects = new Map<number, number>();
  readonly #dialogs = new Map<number, number>();
  /** Recently shown conversations, latest first. */
  #left: readonly number[] = [];
  /** The person's answers, so that reloading a project does not ask again. */
  readonly #goingOn = new Map<string, Promise<boolean>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Fetches everything open, without applying it yet. Deleted things are left out. */
  async fetch(): Promise<((scene: Scene) => void)[]> {
    const takes: ((scene: Scene) => void)[] = [];
    const attempt = async (fetch: () => Promise<(scene: Scene) => void>) => {
      try {
        takes.push(await fetch());
      } catch (error) {
        if (!(error instanceof CallError) || error.isLost) throw error;
      }
    };
    for (const id of this.#projects.keys()) {
      await attempt(async () => {
        // The project is in no list, so the first load has dropped it.
        const isHeaded = this.#parts.store.get('project', id)?.department_readonly;
        const appear = isHeaded ? await fetchHeaded(this.#parts.api, id) : null;
        const list = await fetchTasks(this.#parts.api, id, (of, loaded) => this.goOn(of, loaded));
        return (scene) => {
          appear?.(scene);
          takeTasks(scene, id, list);
        };
      });
    }
    for (const id of this.#dialogs.keys()) {
      await attempt(async () => {
        const page = await fetchMessages(this.#parts.api, id);
        return (scene) => takeMessages(scene, id, {}, page);
      });
    }
    return takes;
  }

  /** Loads a project's tasks and keeps them updated until `closeProject`. @throws CallError */
  async openProject(id: number): Promise<void> {
    this.#projects.set(id, (this.#projects.get(id) ?? 0) + 1);
    await this.#parts.based();
    await this.#parts.settled(async (take) => {
      if (!this.#parts.store.get('project', id)) {
        const appear = await fetchHeaded(this.#parts.api, id);
        if (appear) take(appear);
      }
      const list = await fetchTasks(
        this.#parts.api,
        id,
        (of, loaded) => this.goOn(of, loaded),
        (first) => take((scene) => putTasks(scene, id, first)),
      );
      return (scene) => takeTasks(scene, id, list);
    });
  }
  closeProject(id: number): void {
    if (release(this.#projects, id)) return;
    for (const key of [...this.#goingOn.keys()]) if (key.startsWith(`${id}:`)) this.#goingOn.delete(key);
  }
  /** Resolves with true to load the rest of a project's tasks. */
  goOn(id: number, loaded: number): Promise<boolean> {
    const key = `${id}:${loaded}`;
    const known = this.#goingOn.get(key) ?? this.confirmMore?.(loaded) ?? Promise.resolve(true);
    this.#goingOn.set(key, known);
    return known;
  }

  /** True if a conversation is on the screen. */
  isOpen(dialogId: number): boolean {
    return this.#dialogs.has(dialogId);
  }
  /**
   * Loads a dialog's newest messages, or those around `position`, and keeps them updated until `closeDialog`.
   * `isWished`: the person wants to see that message, of any session. @throws CallError
   */
  async openDialog(id: number, opts: { position?: number; isWished?: boolean } = {}): Promise<void> {
    this.#dialogs.set(id, (this.#dialogs.get(id) ?? 0) + 1);
    await this.openAgain(id);
    if (!opts.position) return;
    if (opts.isWished) await this.#enterSessionOf(id, opts.position);
    if (!this.#parts.store.windows.around(id, opts.position))
      await this.#loadMessages(id, { position_id: opts.position });
  }
  /** Opens an earlier session of a chat with an assistant. */
  async #enterSessionOf(id: number, messageId: number): Promise<void> {
    const { api, store } = this.#parts;
    const open = store.get('dialog', id)?.session_id ?? 0;
    if (open === 0 || store.get('message', messageId)?.session_id === open) return;
    // A deleted message is reported where it would be shown.
    const message = await api.read(msgOne, { msg_id: messageId }).catch(() => null);
    if (message?.dialog_id !== id || message.session_id === open) return;
    await api.call(sessionOpen, { session_id: message.session_id });
    this.enterSession(id, message.session_id);
    await this.openAgain(id);
  }
  /** Opens another session of a chat with an assistant. This page requested it itself, so no event announces it. */
  enterSession(id: number, sessionId: number): void {
    enterSession(this.#parts.scene(), id, sessionId);
  }
  openAgain(id: number): Promise<void> {
    return this.#loadMessages(id, {});
  }
  closeDialog(id: number): void {
    if (release(this.#dialogs, id)) return;
    if (this.#parts.store.get('dialog', id)?.is_onlooker) forgetDialog(this.#parts.scene(), id);
    else this.#leave(id);
  }
  /**
   * The conversations that were left last may be reopened unchanged; earlier ones are trimmed to their newest messages.
   */
  #leave(id: number): void {
    const left = [id, ...this.#left.filter((other) => other !== id)];
    this.#left = left.slice(0, LATELY);
    for (const other of left.slice(LATELY)) if (!this.isOpen(other)) trimDialog(this.#parts.store, other);
  }

  /** Loads messages older than the loaded ones around `anchor` (by default the live end). False if there are none. */
  async loadOlder(dialogId: number, anchor?: number): Promise<boolean> {
    const stretch = this.#stretch(dialogId, anchor);
    if (!stretch || stretch.from === 0) return false;
    await this.#loadMessages(dialogId, { prev_id: stretch.from - 1 });
    return true;
  }
  async loadNewer(dialogId: number, anchor?: number): Promise<boolean> {
    const stretch = this.#stretch(dialogId, anchor);
    if (!stretch || stretch.to === Infinity) return false;
    await this.#loadMessages(dialogId, { next_id: stretch.to + 1 });
    return true;
  }
  #stretch = (dialogId: number, anchor?: number) =>
    anchor === undefined
      ? this.#parts.store.windows.live(dialogId)
      : this.#parts.store.windows.around(dialogId, anchor);

  async #loadMessages(id: number, place: { position_id?: number; prev_id?: number; next_id?: number }): Promise<void> {
    await this.#parts.based();
    await this.#parts.settled(async () => {
      const page = await fetchMessages(this.#parts.api, id, place);
      return (scene) => takeMessages(scene, id, place, page);
    });
  }

  /** Loads a task and its subtasks, for example for a panel opened by a link. @throws CallError */
  async loadTask(id: number): Promise<void> {
    await this.#parts.based();
    await this.#parts.settled(async () => {
      const task = await this.#parts.api.read(taskOne, { task_id: id });
      const subtasks =
        task.parent_id === 0 ? await this.#parts.api.read(taskLists, { parent_id: id, pagesize: 100 }) : undefined;
      return (scene) => {
        for (const each of [task, ...(subtasks?.data ?? [])]) putTask(scene, each);
      };
    });
  }

  /**
   * Viewers without membership only get live events: what they missed is not in their log, so open dialogs are
   * reloaded.
   */
  renewLookedAt(): void {
    const { store } = this.#parts;
    for (const id of this.#dialogs.keys()) {
      if (!store.get('dialog', id)?.is_onlooker) continue;
      store.windows.delete(id);
      void this.openAgain(id).catch(() => {});
    }
  }
}

/** Removes one user; true while others remain. */
function release(holders: Map<number, number>, id: number): boolean {
  const left = (holders.get(id) ?? 1) - 1;
  if (left > 0) holders.set(id, left);
  else holders.delete(id);
  return left > 0;
}
