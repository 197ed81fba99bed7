import type { ProgramReply } from '@atrium/contract/chat/actions.ts';
import type { AnswerStream } from '@atrium/contract/chat/assistants.ts';
import { dialogOlderUnread } from '@atrium/contract/chat/dialogs.ts';
import type { Api } from './api.ts';
import { listedSince, OlderUnreadCheck } from './dialogs/olderUnread.ts';
import { type ApplyPart, OpenScreens } from './dialogs/openDialogs.ts';
import type { ClientHost } from './host.ts';
import { EventStream } from './live/eventStream.ts';
import type { Scene, Topic } from './live/frames.ts';
import { forgetBy, refetchRunner } from './live/loads.ts';
import { Refetches } from './live/refetches.ts';
import type { Frame } from './live/socket.ts';
import type { Refusal } from './sending/mutations.ts';
import { putDialog } from './store/dialogEvents.ts';
import { applyFrame } from './store/events.ts';
import { People } from './store/people.ts';
import type { ClientMessage } from './store/rows.ts';
import { Store } from './store/store.ts';
import { trimStore } from './store/trimStore.ts';

const GONE_KEPT = 2000;

/** Parts of the owning client. */
interface Parts {
  host: ClientHost;
  api: Api;
  /** The signed-in person's id; 0 before the first answer. */
  me: () => number;
  isLive: () => boolean;
  /** Resolves once the base state is there: data that is loaded before would be lost with it. */
  based: () => Promise<void>;
  /** Called when an event answers a change of this device; `id` is that of the record it added. */
  echoed: (mutation: string, id: number) => void;
  drafted: Scene['drafted'];
  preview: Scene['preview'];
  /** Called when the cursor has changed and needs to be stored. */
  moved: () => void;
}

const MOST_WAITING = 20;

/**
 * The data of the server that one person sees: the store, which events keep up to date, and the data of open screens.
 *
 * 1. An answer is applied, followed by the events since its request (`settled`).
 * 2. An answer from before a `restart` is dropped.
 */
export class Workspace {
  readonly store = new Store();
  readonly people: People;
  readonly opened: OpenScreens;
  readonly stream: EventStream;
  readonly #parts: Parts;
  readonly #scene: Scene;
  readonly #refetches: Refetches;
  readonly #olderUnread: OlderUnreadCheck;
  readonly #messageListeners = new Set<(message: ClientMessage, silence: boolean) => void>();
  readonly #replyListeners = new Set<(reply: ProgramReply) => void>();
  readonly #streamListeners = new Set<(stream: AnswerStream) => void>();
  readonly #topicListeners = new Set<(topic: Topic, id: number) => void>();
  #waiting: { message: ClientMessage; silence: boolean }[] = [];
  #viewers: { fileId: number; userids: readonly number[] } = { fileId: 0, userids: [] };
  #generation = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { host, api } = parts;
    this.people = new People(host, api, this.store);
    this.opened = new OpenScreens({
      api,
      store: this.store,
      scene: () => this.#scene,
      based: parts.based,
      settled: (run) => this.settled(run),
    });
    this.#scene = this.#makeScene();
    this.#refetches = new Refetches(
      host,
      refetchRunner(
        api,
        (run) => this.settled(run),
        (id, loaded) => this.opened.goOn(id, loaded),
      ),
      () => this.stream.adopt(),
    );
    this.stream = new EventStream({
      apply: (frame) => this.#take(frame),
      isIdle: () => this.#refetches.isIdle,
      moved: parts.moved,
    });
    this.#olderUnread = new OlderUnreadCheck(host, () => this.#loadOlderUnread());
    this.store.subscribe((changed) => {
      if (this.#waiting.length > 0 && changed.has('dialog')) this.#announceWaiting();
    });
  }

  #makeScene(): Scene {
    const { me, drafted, preview, isLive } = this.#parts;
    return {
      store: this.store,
      base: this.store.base,
      get me() {
        return me();
      },
      gone: { messages: new Set(), dialogs: new Set() },
      want: (refetch, id) => this.#refetches.want(refetch, id),
      isOpen: (dialogId) => this.opened.isOpen(dialogId),
      tell: (topic, id) => {
        for (const listener of this.#topicListeners) listener(topic, id);
      },
      viewed: (fileId, userids) => {
        this.#viewers = { fileId, userids };
        this.#scene.tell('viewers', fileId);
      },
      replied: (reply) => {
        for (const listener of this.#replyListeners) listener(reply);
      },
      streams: (stream) => {
        for (const listener of this.#streamListeners) listener(stream);
      },
      drafted,
      preview,
      onMessage: (message, silence) => {
        if (isLive()) this.#announce(message, silence);
      },
    };
  }

  /**
   * Announces a message to listeners. The first one of a conversation waits until that is loaded, because listeners
   * show its name.
   */
  #announce(message: ClientMessage, silence: boolean): void {
    if (this.store.get('dialog', message.dialog_id)) {
      for (const listener of this.#messageListeners) listener(message, silence);
    } else this.#waiting = [...this.#waiting.slice(1 - MOST_WAITING), { message, silence }];
  }
  #announceWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { message, silence } of waiting) this.#announce(message, silence);
  }

  /** True if no request caused by an event is open. */
  get isIdle(): boolean {
    return this.#refetches.isIdle;
  }
  /** The number of restarts so far: an answer that belongs to an earlier one is dropped. */
  get generation(): number {
    return this.#generation;
  }
  onTopic(listener: (topic: Topic, id: number) => void): () => void {
    this.#topicListeners.add(listener);
    return () => this.#topicListeners.delete(listener);
  }
  onStream(listener: (stream: AnswerStream) => void): () => void {
    this.#streamListeners.add(listener);
    return () => this.#streamListeners.delete(listener);
  }
  onReply(listener: (reply: ProgramReply) => void): () => void {
    this.#replyListeners.add(listener);
    return () => this.#replyListeners.delete(listener);
  }
  onMessage(listener: (message: ClientMessage, silence: boolean) => void): () => void {
    this.#messageListeners.add(listener);
    return () => this.#messageListeners.delete(listener);
  }
  viewersOf(fileId: number): readonly number[] {
    return this.#viewers.fileId === fileId ? this.#viewers.userids : [];
  }

  /** Begins again: answers to requests until now are dropped. @returns the new generation */
  restart(): number {
    return ++this.#generation;
  }
  watchOlderUnread(): void {
    this.#olderUnread.start();
  }
  /** Drops requests that events caused, because everything is loaded again. */
  dropRefetches(): void {
    this.#refetches.clear();
  }
  halt(): void {
    this.#olderUnread.stop();
    this.#refetches.clear();
    // The cursor is dropped too, because it was to be adopted once those requests were answered.
    this.stream.dropNext();
  }

  /** Applies an answer, and the events since its request again. */
  apply(mark: number, apply: (scene: Scene) => void): void {
    apply(this.#scene);
    for (const frame of this.stream.replay.since(mark)) applyFrame(this.#scene, frame);
  }
  /** `take`: applies a part of the answer early. */
  async settled(run: (take: ApplyPart) => Promise<(scene: Scene) => void>): Promise<void> {
    const generation = this.#generation;
    const mark = this.stream.replay.mark();
    try {
      const take: ApplyPart = (apply) => {
        if (generation === this.#generation) this.apply(mark, apply);
      };
      take(await run(take));
    } finally {
      this.stream.replay.unmark(mark);
    }
  }

  /** Handles a change, made at `mark`, that the server refused: removes or reloads what the refusal is about. */
  refused({ error, name, input }: Refusal, mark: number): void {
    // Events since `mark` are applied again, because a record that the server reported as gone may have returned.
    this.apply(mark, (scene) => forgetBy(scene, error));
    const openSubtasks = error.code === 'task.has_open_subtasks' ? Number(error.data['task_id'] ?? 0) : 0;
    // The task is reloaded, because the shown one may be older than the reason for the refusal.
    const updated = name === 'updateTask' ? (input as { task_id: number }).task_id : 0;
    const taskId = openSubtasks > 0 ? openSubtasks : updated;
    if (taskId > 0) void this.opened.loadTask(taskId).catch(() => {});
  }

  #take(frame: Frame): void {
    applyFrame(this.#scene, frame);
    if (frame.mutation) this.#parts.echoed(frame.mutation, frame.action === 'add' ? Number(frame.data['id'] ?? 0) : 0);
    const { messages } = this.#scene.gone;
    if (messages.size > GONE_KEPT) for (const id of [...messages].slice(0, GONE_KEPT / 2)) messages.delete(id);
    if (this.store.baseSize('message') > 0) trimStore(this.store, (id) => this.opened.isOpen(id));
  }

  async #loadOlderUnread(): Promise<void> {
    const since = listedSince(this.store);
    if (!since || !this.#parts.isLive()) return;
    await this.settled(async () => {
      const found = await this.#parts.api.read(dialogOlderUnread, { unread_at: since, todo_at: since });
      return (scene) => {
        for (const dialog of found) if (!scene.gone.dialogs.has(dialog.id)) putDialog(scene, dialog);
      };
    });
  }
}
