import { dialogOlderUnread } from '@atrium/contract/chat/dialogs.ts';
import type { Call, InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { logout, type Profile, socketStatus, userEditpass } from '@atrium/contract/people/users.ts';
import { type Start, syncStart } from '@atrium/contract/workspace/sync.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/system.ts';
import { readAccount } from './account.ts';
import { Api, type ApiOptions, CallError } from './api.ts';
import { dialogMutations } from './dialogs/dialogActions.ts';
import { listedSince, OlderUnreadCheck } from './dialogs/olderUnread.ts';
import { Opened, type Take } from './dialogs/openDialogs.ts';
import { type ClientHost, sleep, type Timer } from './host.ts';
import { replaceBase } from './live/base.ts';
import { Errands } from './live/errands.ts';
import { EventStream } from './live/eventStream.ts';
import type { Scene, Topic } from './live/frames.ts';
import { errandRunner, forgetBy } from './live/loads.ts';
import { type Frame, LiveSocket } from './live/socket.ts';
import { newTaskMutations } from './projects/newTask.ts';
import { projectMutations } from './projects/projectActions.ts';
import { DraftSync } from './sending/draftSync.ts';
import { Drafts } from './sending/drafts.ts';
import { fileMutations } from './sending/fileActions.ts';
import { locationMutations } from './sending/locationActions.ts';
import { type Mutation, MutationQueue, type Refusal } from './sending/mutations.ts';
import { OutgoingFiles } from './sending/outgoingFiles.ts';
import { pollMutations } from './sending/pollActions.ts';
import { Reader } from './sending/reader.ts';
import { recordMutations } from './sending/recordActions.ts';
import { Session } from './session.ts';
import { putDialog } from './store/dialogEvents.ts';
import { applyFrame } from './store/events.ts';
import { People } from './store/people.ts';
import { fingerprint, Persistence } from './store/persist.ts';
import type { ClientMessage } from './store/rows.ts';
import { Store } from './store/store.ts';
import { trimStore } from './store/trim.ts';

/**
 * loading: nothing fresh yet (a stored snapshot may be shown). ready: caught up and live. offline: the server cannot be
 * reached; everything can be read and changes wait. ended: the token is invalid.
 */
export type ClientState = 'stopped' | 'loading' | 'ready' | 'offline' | 'ended';

export interface ClientOptions extends ApiOptions {
  /** A one-line preview of a message, in the reader's language. */
  preview(message: Pick<ClientMessage, 'type' | 'mtype' | 'msg'>): string;
}

const LOGOUT_MS = 6000;
/** The timeout of the handshake. */
const AWAKE_MS = 6000;
const RETRY_MS = 3000;
const GONE_KEPT = 2000;

export const createClient = (host: ClientHost, options: ClientOptions) => new Client(host, options);

/**
 * One signed-in person's workspace.
 *
 * 1. Start-up, reconnect and a gap that is too old share one path: with a valid cursor the socket resumes from it;
 *   otherwise `sync/start` replaces the base state in one step and the socket continues from there.
 * 2. An answer is applied, followed by the events since its request.
 * 3. The cursor advances only while no errand is open, so that an event's open requests survive a reload.
 */
export class Client {
  readonly api: Api;
  readonly store = new Store();
  readonly drafts: Drafts;
  readonly people: People;
  readonly files: OutgoingFiles;
  readonly opened: Opened;
  readonly queue: MutationQueue;
  readonly session = new Session();
  /** The server's reason for ending the session. */
  endedBecause = '';

  readonly #host: ClientHost;
  readonly #socket: LiveSocket;
  readonly #errands: Errands;
  readonly #persistence: Persistence;
  readonly #reader: Reader;
  readonly #beyond: OlderUnreadCheck;
  readonly #draftSync: DraftSync;
  readonly #stream: EventStream;
  #viewers: { fileId: number; userids: readonly number[] } = { fileId: 0, userids: [] };
  readonly #scene: Scene;
  readonly #stateListeners = new Set<(state: ClientState) => void>();
  readonly #refusalListeners = new Set<(refusal: Refusal) => void>();
  readonly #messageListeners = new Set<(message: ClientMessage, silence: boolean) => void>();
  readonly #topicListeners = new Set<(topic: Topic, id: number) => void>();
  #state: ClientState = 'stopped';
  #isAbandoned = false;
  #generation = 0;
  #isRenewing = false;
  #started = Promise.withResolvers<void>();
  readonly #restored = Promise.withResolvers<void>();
  /** The latest load of the base, running or done. */
  #base: Promise<void> | undefined;
  #retryTimer: Timer | undefined;

  constructor(host: ClientHost, options: ClientOptions) {
    this.#host = host;
    this.api = new Api(host, options);
    this.api.onSessionEnd = (msg) => this.#end(msg);
    this.api.onTemporaryPassword = () => this.session.awaitOwnPassword();
    this.drafts = new Drafts(host);
    this.#draftSync = new DraftSync(host, this.api, this.drafts, (key) => this.opened.isOpen(Number(key)));
    this.files = new OutgoingFiles(host);
    this.opened = new Opened({
      api: this.api,
      store: this.store,
      scene: () => this.#scene,
      based: () => this.#based(),
      settled: (run) => this.#settled(run),
    });
    this.people = new People(host, this.api, this.store);
    const { store } = this;
    const me = () => this.user?.userid ?? 0;
    this.#scene = {
      store,
      base: store.base,
      get me() {
        return me();
      },
      gone: { messages: new Set(), dialogs: new Set() },
      want: (errand, id) => this.#errands.want(errand, id),
      isOpen: (dialogId) => this.opened.isOpen(dialogId),
      tell: (topic, id) => {
        for (const listener of this.#topicListeners) listener(topic, id);
      },
      viewed: (fileId, userids) => {
        this.#viewers = { fileId, userids };
        this.#scene.tell('viewers', fileId);
      },
      drafted: (key, time) => this.#draftSync.onServerTime(key, time),
      preview: (message) => options.preview(message),
      heard: (message, silence) => {
        if (this.#state === 'ready') for (const listener of this.#messageListeners) listener(message, silence);
      },
    };
    this.#errands = new Errands(
      host,
      errandRunner(
        this.api,
        (run) => this.#settled(run),
        (id, loaded) => this.opened.goOn(id, loaded),
      ),
      () => this.#stream.adopt(),
    );
    this.#stream = new EventStream({
      apply: (frame) => this.#take(frame),
      isIdle: () => this.#errands.isIdle,
      moved: () => this.#persistence.metaChanged(),
    });
    this.queue = new MutationQueue({
      host,
      api: this.api,
      files: this.files,
      store,
      mutations: {
        ...dialogMutations,
        ...fileMutations,
        ...recordMutations,
        ...locationMutations,
        ...pollMutations,
        ...projectMutations,
        ...newTaskMutations,
      } as unknown as Record<string, Mutation<Call, never>>,
      me,
      wireNow: () => new Date(host.now()).toISOString().slice(0, 19).replace('T', ' '),
      mark: () => this.#stream.replay.mark(),
      unmark: (mark) => this.#stream.replay.unmark(mark),
      isLive: () => this.#state === 'ready',
      settle: (mark, apply) => this.#apply(mark, apply),
      refused: (refusal, mark) => this.#refused(refusal, mark),
    });
    this.#reader = new Reader(host, (ids) => this.mutate(dialogMutations.markRead, { id: ids.join(',') }, { ids }));
    this.#beyond = new OlderUnreadCheck(host, () => this.#loadOlderUnread());
    this.#persistence = new Persistence(host, store, () =>
      this.#stream.cursor
        ? {
            owner: fingerprint(this.api.token),
            cursor: this.#stream.cursor,
            seen: this.#stream.seen,
            user: this.user,
            setting: this.setting,
          }
        : undefined,
    );
    store.subscribe((changed) => this.#persistence.changed(changed));
    this.#socket = new LiveSocket(host, () => this.#socketUrl(options.base), {
      opened: (fd) => {
        this.api.fd = fd;
        this.queue.wake();
        // A page that was closed offline has left its changes.
        void this.queue.restore();
      },
      frame: (frame) => this.#stream.receive(frame),
      resumed: (cursor) => this.#caughtUp(cursor),
      reset: () => void this.#fresh(),
      cursor: (cursor) => this.#stream.pageComplete(cursor),
      behind: () => this.#stream.fallBehind(),
      closed: () => {
        this.api.fd = '';
        this.#stream.fallBehind();
        this.#draftSync.away();
        this.#setState('offline');
      },
      sessionEnded: (msg) => this.#end(msg),
    });
  }

  get state(): ClientState {
    return this.#state;
  }
  get user(): Profile | null {
    return this.session.user;
  }
  set user(user: Profile | null) {
    this.session.user = user;
  }
  get mustChangePassword(): boolean {
    return this.session.mustChangePassword;
  }
  get setting(): SettingsAnswer | null {
    return this.session.setting;
  }
  set setting(setting: SettingsAnswer | null) {
    this.session.setting = setting;
  }
  /** `user` or `setting` has changed. */
  onAccount(listener: () => void): () => void {
    return this.session.onChange(listener);
  }
  /** Settles once stored data, if any, is in the store. */
  get restored(): Promise<void> {
    return this.#restored.promise;
  }
  /** No request caused by an event is open. */
  get isIdle(): boolean {
    return this.#errands.isIdle;
  }
  onState(listener: (state: ClientState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }
  /** The server refused a change; `error.msg` is for the person. */
  onRefused(listener: (refusal: Refusal) => void): () => void {
    this.#refusalListeners.add(listener);
    return () => this.#refusalListeners.delete(listener);
  }
  /** Announces changes of data outside the store; screens that show it reload it, also after being offline. */
  onTopic(listener: (topic: Topic, id: number) => void): () => void {
    this.#topicListeners.add(listener);
    return () => this.#topicListeners.delete(listener);
  }
  /** Another person's message arrived while live. */
  onMessage(listener: (message: ClientMessage, silence: boolean) => void): () => void {
    this.#messageListeners.add(listener);
    return () => this.#messageListeners.delete(listener);
  }

  // Starting and stopping
  // -----------------------------------------------------------------------------------------------

  /** Shows stored data, then catches up. Resolves when the stored data is shown. */
  async start(token: string): Promise<void> {
    const generation = ++this.#generation;
    this.api.token = token;
    this.#setState('loading');
    // Drafts first: a field restored from stored data reads its draft once.
    await this.#draftSync.restore(await this.drafts.restore());
    const kept = await this.#persistence.restore(token);
    if (generation !== this.#generation) return;
    if (kept) {
      this.session.user = kept.user;
      this.session.setting = kept.setting;
      this.#stream.begin(kept.cursor, kept.seen);
    }
    this.#restored.resolve();
    if (kept) {
      await this.queue.restore();
      if (generation !== this.#generation) return;
    }
    this.queue.start();
    void this.#host.tabs?.lead().then(() => {
      if (!this.#isAbandoned) this.#persistence.lead();
    });
    this.#beyond.start();
    if (this.#stream.cursor) this.#connect();
    else await this.#fresh();
    this.#started.resolve();
  }

  /** Closes everything and stores the state for the next start. */
  async stop(): Promise<void> {
    this.#generation++;
    this.#started = Promise.withResolvers();
    this.#halt();
    this.#setState('stopped');
    await this.#persistence.flush();
  }

  /** Ends the session on the server and clears all data here. */
  async signOut(): Promise<void> {
    try {
      // Unsent drafts continue on other devices.
      await Promise.race([this.#draftSync.push(), sleep(this.#host, LOGOUT_MS)]);
      await this.api.call(logout, {}, { timeoutMs: LOGOUT_MS });
    } catch {
      // Signed out here in any case.
    }
    await this.forget();
  }

  /**
   * The current token ends with the old password: the connection pauses until the new one is there, and a failing
   * concurrent call says nothing about the session.
   */
  async changePassword(input: InputOf<typeof userEditpass>): Promise<Profile> {
    this.#isRenewing = true;
    this.#socket.stop();
    try {
      const profile = await this.api.call(userEditpass, input);
      this.api.token = profile.token;
      this.session.endPasswordWait(true);
      this.session.user = profile;
      this.#persistence.metaChanged();
      return profile;
    } finally {
      this.#isRenewing = false;
      if (this.#state === 'ready' || this.#state === 'offline') this.#connect();
    }
  }

  /** Deletes the person's stored data: another one signs in. */
  async forget(): Promise<void> {
    this.#generation++;
    this.#started = Promise.withResolvers();
    this.#halt();
    this.#stream.begin('');
    this.api.token = '';
    this.session.user = null;
    await this.queue.clear();
    await this.#draftSync.clear();
    await this.drafts.clear();
    this.store.clear();
    await this.#host.storage.clear();
    this.#setState('stopped');
  }

  /**
   * Another page of this browser has signed out or in: nothing here is stored any more, and stored data is not touched.
   */
  abandon(): void {
    this.#generation++;
    this.#halt();
    this.#isAbandoned = true;
  }

  /** Stores all pending data, because the page may close any moment. */
  flush(): void {
    if (this.#isAbandoned) return;
    this.drafts.flush();
    void this.#draftSync.push();
    void this.#persistence.flush();
  }
  /** A sign of life, for example when the page wakes up. */
  handshake(): Promise<boolean> {
    return this.#socket.handshake();
  }
  /**
   * The window is in front again. Asks the server whether it still has this connection, which may have died unnoticed
   * while nothing ran here; false if it was reopened.
   */
  async wake(): Promise<boolean> {
    void this.queue.restore();
    const [isKnown, isAlive] = await Promise.all([this.#isConnectionKnown(), this.handshake()]);
    if (isAlive && !isKnown) this.#socket.renew();
    return isKnown && isAlive;
  }
  async #isConnectionKnown(): Promise<boolean> {
    const { fd } = this.api;
    if (!fd) return true;
    try {
      await this.api.call(socketStatus, { fd }, { timeoutMs: AWAKE_MS });
      return true;
    } catch (error) {
      // The connection changed meanwhile: the answer is about the previous one.
      return !(error instanceof CallError) || error.code !== 'socket.gone' || fd !== this.api.fd;
    }
  }
  /** People who have this file open, including this one; announced as `viewers`. */
  viewersOf(fileId: number): readonly number[] {
    return this.#viewers.fileId === fileId ? this.#viewers.userids : [];
  }
  reportPath(path: string): void {
    this.#socket.reportPath(path);
  }

  #halt(): void {
    this.session.endPasswordWait(false);
    this.#draftSync.away();
    this.#host.clearTimer(this.#retryTimer);
    this.#socket.stop();
    this.#beyond.stop();
    this.queue.stop();
    this.#errands.clear();
    // It was to be adopted once those requests were answered.
    this.#stream.dropNext();
    this.#persistence.stop();
    this.api.fd = '';
  }
  #end(msg: string): void {
    if (this.#state === 'ended' || this.#state === 'stopped' || this.#isRenewing) return;
    this.endedBecause = msg;
    this.#generation++;
    this.#halt();
    this.#setState('ended');
  }

  #socketUrl(base: string): string {
    const query = new URLSearchParams({
      action: 'web',
      token: this.api.token,
      language: this.api.language,
      cursor: this.#stream.cursor,
      seen: String(this.#stream.seen),
    });
    return `${base.replace(/^http/, 'ws')}/ws?${query.toString()}`;
  }

  // The base state
  // -----------------------------------------------------------------------------------------------------

  #fresh(): Promise<void> {
    const loading = this.#loadBase();
    this.#base = loading.catch(() => {});
    return loading;
  }
  /** Data loaded before the workspace has started, or during a load of the base, would be lost with it. */
  async #based(): Promise<void> {
    await this.#started.promise;
    let base: Promise<void> | undefined;
    while (base !== this.#base) {
      base = this.#base;
      await base;
    }
  }

  /** Loads everything that is shown first, and what is open, and replaces the base in one step. */
  async #loadBase(): Promise<void> {
    const generation = ++this.#generation;
    this.#socket.stop();
    this.#errands.clear();
    const mark = this.#stream.replay.mark();
    try {
      const start = await this.api.read(syncStart, {});
      const open = await this.opened.fetch();
      if (generation !== this.#generation) return;
      if (this.user && this.user.userid !== start.user.userid) await this.queue.clear();
      this.#adopt(start);
      this.#apply(mark, (scene) => {
        replaceBase(scene, start);
        this.people.rebased(start.users.map((user) => user.userid));
        for (const take of open) take(scene);
      });
      await this.queue.restore();
      this.#persistence.metaChanged();
      this.#connect();
    } catch (error) {
      if (generation !== this.#generation) return;
      if (!(error instanceof CallError)) throw error;
      this.#setState('offline');
      this.#host.clearTimer(this.#retryTimer);
      this.#retryTimer = this.#host.setTimer(() => {
        if (generation === this.#generation) void this.#fresh();
      }, RETRY_MS);
    } finally {
      this.#stream.replay.unmark(mark);
    }
  }

  #adopt(start: Start): void {
    this.session.adopt(start, this.#host.now());
    if (start.user.token) this.api.token = start.user.token;
    this.#stream.begin(start.cursor);
  }

  async #loadOlderUnread(): Promise<void> {
    const since = listedSince(this.store);
    if (!since || this.#state !== 'ready') return;
    await this.#settled(async () => {
      const found = await this.api.read(dialogOlderUnread, { unread_at: since, todo_at: since });
      return (scene) => {
        for (const dialog of found) if (!scene.gone.dialogs.has(dialog.id)) putDialog(scene, dialog);
      };
    });
  }

  #connect(): void {
    this.#stream.fallBehind();
    this.#socket.connect();
  }
  #caughtUp(cursor: string): void {
    this.#stream.caughtUp(cursor);
    this.#setState('ready');
    this.queue.wake();
    this.#draftSync.live();
    this.opened.renewLookedAt();
    void this.#renewAccount();
  }

  /** No event announces their changes, and the stored ones may be old. */
  async #renewAccount(): Promise<void> {
    if (!this.session.isStale(this.#host.now())) return;
    const generation = this.#generation;
    try {
      const account = await readAccount(this.api);
      if (generation !== this.#generation) return;
      this.session.adopt(account, this.#host.now());
      this.#persistence.metaChanged();
    } catch (error) {
      // Retried with the next connection.
      if (!(error instanceof CallError)) throw error;
    }
  }

  #take(frame: Frame): void {
    applyFrame(this.#scene, frame);
    if (frame.mutation) this.queue.echoed(frame.mutation, frame.action === 'add' ? Number(frame.data['id'] ?? 0) : 0);
    const { messages } = this.#scene.gone;
    if (messages.size > GONE_KEPT) for (const id of [...messages].slice(0, GONE_KEPT / 2)) messages.delete(id);
    if (this.store.baseSize('message') > 0) trimStore(this.store, (id) => this.opened.isOpen(id));
  }

  /** Applies an answer, and the events since its request again. */
  #apply(mark: number, apply: (scene: Scene) => void): void {
    apply(this.#scene);
    for (const frame of this.#stream.replay.since(mark)) applyFrame(this.#scene, frame);
  }
  /** `take`: applies a part of the answer early. */
  async #settled(run: (take: Take) => Promise<(scene: Scene) => void>): Promise<void> {
    const generation = this.#generation;
    const mark = this.#stream.replay.mark();
    try {
      const take: Take = (apply) => {
        if (generation === this.#generation) this.#apply(mark, apply);
      };
      take(await run(take));
    } finally {
      this.#stream.replay.unmark(mark);
    }
  }

  #setState(state: ClientState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#stateListeners) listener(state);
  }

  // Changes
  // -------------------------------------------------------------------------------------------------------------

  /** Shows a change at once and sends it in order. @throws CallError if the server refused it */
  mutate<C extends Call>(kind: Mutation<C, undefined>, input: InputOf<C>): Promise<OutputOf<C>>;
  mutate<C extends Call, Local>(kind: Mutation<C, Local>, input: InputOf<C>, local: Local): Promise<OutputOf<C>>;
  mutate<C extends Call, Local>(kind: Mutation<C, Local>, input: InputOf<C>, local?: Local): Promise<OutputOf<C>> {
    return this.queue.mutate(kind, input, local as Local).answer;
  }

  /** A message became visible. */
  see(messageId: number): void {
    const message = this.store.get('message', messageId);
    if (message && !message.read_at && message.userid !== this.user?.userid) this.#reader.see(messageId);
  }

  #refused(refusal: Refusal, mark: number): void {
    const { error } = refusal;
    // What the server reported as gone may have returned since.
    this.#apply(mark, (scene) => forgetBy(scene, error));
    const taskId = Number(error.data['task_id'] ?? 0);
    if (error.code === 'task.has_open_subtasks' && taskId > 0) void this.opened.loadTask(taskId).catch(() => {});
    // The shown task may be older than the reason for the refusal.
    else if (refusal.name === 'updateTask') {
      const { task_id } = refusal.input as { task_id: number };
      if (task_id > 0) void this.opened.loadTask(task_id).catch(() => {});
    }
    for (const listener of this.#refusalListeners) listener(refusal);
  }
}
