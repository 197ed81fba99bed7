import type { ProgramReply } from '@atrium/contract/chat/actions.ts';
import type { AnswerStream } from '@atrium/contract/chat/assistants.ts';
import type { Call, InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { type Profile, userEditpass } from '@atrium/contract/people/profile.ts';
import { logout } from '@atrium/contract/people/sessions.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import type { Start } from '@atrium/contract/workspace/sync.ts';
import { readAccount } from './account.ts';
import { Api, type ApiOptions, CallError } from './api.ts';
import { markRead } from './dialogs/dialogActions.ts';
import type { OpenScreens } from './dialogs/openDialogs.ts';
import { type ClientHost, sleep } from './host.ts';
import { BaseLoader } from './live/baseLoader.ts';
import { LiveConnection } from './live/connection.ts';
import type { Topic } from './live/frames.ts';
import { allMutations } from './sending/allMutations.ts';
import { DraftSync } from './sending/draftSync.ts';
import { Drafts } from './sending/drafts.ts';
import { type Mutation, MutationQueue, type Refusal } from './sending/mutations.ts';
import { OutgoingFiles } from './sending/outgoingFiles.ts';
import { Reader } from './sending/reader.ts';
import { Session } from './session.ts';
import type { People } from './store/people.ts';
import { fingerprint, Persistence } from './store/persist.ts';
import type { ClientMessage } from './store/rows.ts';
import type { Store } from './store/store.ts';
import { Workspace } from './workspace.ts';

/**
 * loading: no fresh data yet (a stored snapshot may be shown). ready: caught up and live. offline: the server cannot be
 * reached; everything can be read and changes wait. ended: the token is invalid.
 */
export type ClientState = 'stopped' | 'loading' | 'ready' | 'offline' | 'ended';

export interface ClientOptions extends ApiOptions {
  /** A one-line preview of a message, in the reader's language. */
  preview(message: Pick<ClientMessage, 'type' | 'mtype' | 'msg'>): string;
}

const LOGOUT_MS = 6000;

export const createClient = (host: ClientHost, options: ClientOptions) => new Client(host, options);

/**
 * One signed-in person's client: the session, the workspace, the live connection that updates it, and the queue of
 * changes.
 *
 * 1. Start-up, reconnect and a gap that is too old share one path: with a valid cursor the connection resumes from it;
 *   otherwise `sync/start` replaces the base state in one step and the connection continues from there.
 * 2. The cursor advances only while no refetch is open, so that an event's open requests survive a reload.
 */
export class Client {
  readonly api: Api;
  readonly store: Store;
  readonly drafts: Drafts;
  readonly people: People;
  readonly files: OutgoingFiles;
  readonly opened: OpenScreens;
  readonly queue: MutationQueue;
  readonly session = new Session();
  /** The server's reason for ending the session. */
  endedBecause = '';

  readonly #host: ClientHost;
  readonly #workspace: Workspace;
  readonly #connection: LiveConnection;
  readonly #base: BaseLoader;
  readonly #persistence: Persistence;
  readonly #reader: Reader;
  readonly #draftSync: DraftSync;
  readonly #stateListeners = new Set<(state: ClientState) => void>();
  readonly #refusalListeners = new Set<(refusal: Refusal) => void>();
  #state: ClientState = 'stopped';
  #isAbandoned = false;
  #isRenewing = false;
  readonly #restored = Promise.withResolvers<void>();

  constructor(host: ClientHost, options: ClientOptions) {
    this.#host = host;
    this.api = new Api(host, options);
    this.api.onSessionEnd = (msg) => this.#end(msg);
    this.api.onTemporaryPassword = () => this.session.awaitOwnPassword();
    this.api.onProof = () => this.session.awaitProof();
    this.api.onFactorRequired = () => this.session.awaitFactor();
    this.drafts = new Drafts(host);
    this.files = new OutgoingFiles(host);
    this.#workspace = this.#makeWorkspace(options);
    this.store = this.#workspace.store;
    this.store.onAlias = (temporary, id) => this.drafts.rename(temporary, id);
    this.people = this.#workspace.people;
    this.opened = this.#workspace.opened;
    this.#draftSync = new DraftSync(host, this.api, this.drafts, (key) => this.opened.isOpen(Number(key)));
    this.queue = this.#makeQueue();
    this.#reader = new Reader(host, (ids) => this.mutate(markRead, { id: ids.join(',') }, { ids }));
    this.#persistence = this.#makePersistence();
    this.#connection = this.#makeConnection(options.base);
    this.#base = this.#makeBaseLoader();
    // The account is read again, because the profile names the departments that its person leads.
    this.onTopic((topic) => topic === 'headed' && void this.#renewAccount(true));
  }

  // Composition
  // -------------------------------------------------------------------------------------------------------

  #makeWorkspace(options: ClientOptions): Workspace {
    return new Workspace({
      host: this.#host,
      api: this.api,
      me: () => this.user?.userid ?? 0,
      isLive: () => this.#state === 'ready',
      based: () => this.#base.settled(),
      echoed: (mutation, id) => this.queue.echoed(mutation, id),
      drafted: (key, time) => this.#draftSync.onServerTime(key, time),
      preview: (message) => options.preview(message),
      moved: () => this.#persistence.metaChanged(),
    });
  }

  #makeQueue(): MutationQueue {
    const { replay } = this.#workspace.stream;
    return new MutationQueue({
      host: this.#host,
      api: this.api,
      files: this.files,
      drafts: this.drafts,
      store: this.store,
      mutations: allMutations,
      me: () => this.user?.userid ?? 0,
      wireNow: () => new Date(this.#host.now()).toISOString().slice(0, 19).replace('T', ' '),
      mark: () => replay.mark(),
      unmark: (mark) => replay.unmark(mark),
      isLive: () => this.#state === 'ready',
      settle: (mark, apply) => this.#workspace.apply(mark, apply),
      refused: (refusal, mark) => {
        this.#workspace.refused(refusal, mark);
        for (const listener of this.#refusalListeners) listener(refusal);
      },
    });
  }

  #makePersistence(): Persistence {
    const { stream } = this.#workspace;
    const persistence = new Persistence(this.#host, this.store, () =>
      stream.cursor
        ? {
            owner: fingerprint(this.api.token),
            cursor: stream.cursor,
            seen: stream.seen,
            user: this.user,
            setting: this.setting,
          }
        : undefined,
    );
    this.store.subscribe((changed) => persistence.changed(changed));
    return persistence;
  }

  #makeConnection(base: string): LiveConnection {
    return new LiveConnection({
      host: this.#host,
      api: this.api,
      base,
      stream: this.#workspace.stream,
      opened: () => {
        this.queue.wake();
        // Changes of a page that was closed offline are sent now.
        void this.queue.restore();
      },
      caughtUp: () => {
        this.#setState('ready');
        this.queue.wake();
        this.#draftSync.live();
        this.opened.renewLookedAt();
        void this.#renewAccount();
      },
      reset: () => void this.#base.load(),
      closed: () => {
        this.#draftSync.away();
        this.#setState('offline');
      },
      sessionEnded: (msg) => this.#end(msg),
    });
  }

  #makeBaseLoader(): BaseLoader {
    return new BaseLoader({
      host: this.#host,
      api: this.api,
      workspace: this.#workspace,
      disconnect: () => this.#connection.pause(),
      received: (start) => this.#adopt(start),
      replaced: async () => {
        await this.queue.restore();
        this.#persistence.metaChanged();
        this.#connection.connect();
      },
      failed: () => this.#setState('offline'),
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
  /** Calls `listener` when `user` or `setting` has changed. */
  onAccount(listener: () => void): () => void {
    return this.session.onChange(listener);
  }
  /** Settles once stored data, if any, is in the store. */
  get restored(): Promise<void> {
    return this.#restored.promise;
  }
  /** True if no request caused by an event is open. */
  get isIdle(): boolean {
    return this.#workspace.isIdle;
  }
  onState(listener: (state: ClientState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }
  /** Calls `listener` when the server refused a change; `error.msg` is for the person. */
  onRefused(listener: (refusal: Refusal) => void): () => void {
    this.#refusalListeners.add(listener);
    return () => this.#refusalListeners.delete(listener);
  }
  /** Calls `listener` when an assistant begins to answer this person. */
  onStream(listener: (stream: AnswerStream) => void): () => void {
    return this.#workspace.onStream(listener);
  }
  /** Calls `listener` with answers of programs to this person alone, which are in no store. */
  onReply(listener: (reply: ProgramReply) => void): () => void {
    return this.#workspace.onReply(listener);
  }
  /** Announces changes of data outside the store; screens that show it reload it, also after being offline. */
  onTopic(listener: (topic: Topic, id: number) => void): () => void {
    return this.#workspace.onTopic(listener);
  }
  /** Calls `listener` when another person's message arrives while live. */
  onMessage(listener: (message: ClientMessage, silence: boolean) => void): () => void {
    return this.#workspace.onMessage(listener);
  }
  /** The people who have this file open, including this one. Changes are announced as `viewers`. */
  viewersOf(fileId: number): readonly number[] {
    return this.#workspace.viewersOf(fileId);
  }

  // Starting and stopping
  // -----------------------------------------------------------------------------------------------

  /** Shows stored data, then catches up. Resolves when the stored data is shown. */
  async start(token: string): Promise<void> {
    const generation = this.#workspace.restart();
    const isCurrent = () => generation === this.#workspace.generation;
    this.api.token = token;
    this.#setState('loading');
    // Drafts are restored first, because a field reads its draft only once.
    await this.#draftSync.restore(await this.drafts.restore());
    const kept = await this.#persistence.restore(token);
    if (!isCurrent()) return;
    if (kept) {
      this.session.user = kept.user;
      this.session.setting = kept.setting;
      this.#workspace.stream.begin(kept.cursor, kept.seen);
    }
    this.#restored.resolve();
    if (kept) {
      await this.queue.restore();
      if (!isCurrent()) return;
    }
    this.queue.start();
    void this.#host.tabs?.lead().then(() => {
      if (!this.#isAbandoned) this.#persistence.lead();
    });
    this.#workspace.watchOlderUnread();
    const loading = this.#workspace.stream.cursor ? this.#connection.connect() : this.#base.load();
    this.#base.start();
    await loading;
  }

  /** Closes everything and stores the state for the next start. */
  async stop(): Promise<void> {
    this.#halt();
    this.#base.reset();
    this.#setState('stopped');
    await this.#persistence.flush();
  }

  /** Ends the session on the server and clears all data here. */
  async signOut(): Promise<void> {
    try {
      // Unsent drafts are sent, so that they continue on other devices.
      await Promise.race([this.#draftSync.push(), sleep(this.#host, LOGOUT_MS)]);
      await this.api.call(logout, {}, { timeoutMs: LOGOUT_MS });
    } catch {
      // The device is signed out in any case.
    }
    await this.forget();
  }

  /**
   * The current token ends with the old password: the connection pauses until the new one is there, and a failing
   * concurrent call says nothing about the session.
   */
  async changePassword(input: InputOf<typeof userEditpass>): Promise<Profile> {
    this.#isRenewing = true;
    this.#connection.pause();
    try {
      const profile = await this.api.call(userEditpass, input);
      this.api.token = profile.token;
      this.session.endPasswordWait(true);
      this.session.user = profile;
      this.#persistence.metaChanged();
      return profile;
    } finally {
      this.#isRenewing = false;
      if (this.#state === 'ready' || this.#state === 'offline') this.#connection.connect();
    }
  }

  /** Deletes the person's stored data: another one signs in. */
  async forget(): Promise<void> {
    this.#halt();
    this.#base.reset();
    this.#workspace.stream.begin('');
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
   * The session ended elsewhere: deletes the stored data except what the server may not have yet. That is sent when the
   * same person signs in again, and deleted when another one does.
   */
  async leave(): Promise<void> {
    const { userid = 0 } = this.user ?? {};
    if (!userid) return this.forget();
    this.#halt();
    this.#base.reset();
    this.#workspace.stream.begin('');
    this.api.token = '';
    this.session.user = null;
    this.drafts.flush();
    this.queue.leave();
    this.store.clear();
    await this.#persistence.keepWritten(userid);
    this.#setState('stopped');
  }

  /**
   * Another page of this browser has signed out or in: nothing here is stored anymore, and stored data is not touched.
   */
  abandon(): void {
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
  /** Asks the server for a sign of life, for example when the page wakes up. */
  handshake(): Promise<boolean> {
    return this.#connection.handshake();
  }
  /** Called when the window is in front again; false if the connection had died and was reopened. */
  async wake(): Promise<boolean> {
    void this.queue.restore();
    return this.#connection.wake();
  }
  reportPath(path: string): void {
    this.#connection.reportPath(path);
  }

  #halt(): void {
    this.#workspace.restart();
    this.session.endPasswordWait(false);
    this.#draftSync.away();
    this.#base.stop();
    this.#connection.stop();
    this.queue.stop();
    this.#workspace.halt();
    this.#persistence.stop();
  }
  #end(msg: string): void {
    if (this.#state === 'ended' || this.#state === 'stopped' || this.#isRenewing) return;
    this.endedBecause = msg;
    this.#halt();
    this.#setState('ended');
  }
  #setState(state: ClientState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#stateListeners) listener(state);
  }

  // The session
  // --------------------------------------------------------------------------------------------------------

  /** Changes and drafts that another person left on this device are not sent. */
  async #adopt(start: Start): Promise<void> {
    const before = this.user?.userid ?? this.#persistence.keptFor;
    if (before > 0 && before !== start.user.userid) {
      await this.queue.clearAll();
      await this.#draftSync.clear();
      await this.drafts.clear();
      await this.#persistence.deleteWritten();
    }
    this.session.adopt(start, this.#host.now());
    if (start.user.token) this.api.token = start.user.token;
    this.#workspace.stream.begin(start.cursor);
  }

  /** Reads the account's data again: no event announces its changes, and the stored data may be old. */
  async #renewAccount(isWanted = false): Promise<void> {
    if (!isWanted && !this.session.isStale(this.#host.now())) return;
    const { generation } = this.#workspace;
    try {
      const account = await readAccount(this.api);
      if (generation !== this.#workspace.generation) return;
      this.session.adopt(account, this.#host.now());
      this.#persistence.metaChanged();
    } catch (error) {
      // The call is repeated with the next connection.
      if (!(error instanceof CallError)) throw error;
    }
  }

  // Changes
  // -------------------------------------------------------------------------------------------------------------

  /** Shows a change at once and sends it in order. @throws CallError if the server refused it */
  mutate<C extends Call>(kind: Mutation<C, undefined>, input: InputOf<C>): Promise<OutputOf<C>>;
  mutate<C extends Call, Local>(kind: Mutation<C, Local>, input: InputOf<C>, local: Local): Promise<OutputOf<C>>;
  mutate<C extends Call, Local>(kind: Mutation<C, Local>, input: InputOf<C>, local?: Local): Promise<OutputOf<C>> {
    return this.queue.mutate(kind, input, local as Local).answer;
  }

  /** Notes that a message became visible. */
  see(messageId: number): void {
    const message = this.store.get('message', messageId);
    if (message && !message.read_at && message.userid !== this.user?.userid) this.#reader.see(messageId);
  }
}
