import type { Profile } from '@atrium/contract/people/profile.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';

/** Account and settings are reloaded after this time, because no event announces their changes. */
const ACCOUNT_MS = 10 * 60_000;

/** The signed-in person and the workspace's settings, as last reported by the server. */
export class Session {
  #user: Profile | null = null;
  #setting: SettingsAnswer | null = null;
  #reportedAt = 0;
  readonly #listeners = new Set<() => void>();
  /** Calls that wait until the person has proved who they are. */
  #proof: PromiseWithResolvers<boolean> | undefined;
  /** Calls that wait until the account has a second factor. */
  #factor: PromiseWithResolvers<boolean> | undefined;
  /** Calls that wait until the account has a password of its own. */
  #ownPassword: PromiseWithResolvers<boolean> | undefined;

  get user(): Profile | null {
    return this.#user;
  }
  set user(user: Profile | null) {
    this.#user = user;
    this.#changed();
  }
  get setting(): SettingsAnswer | null {
    return this.#setting;
  }
  set setting(setting: SettingsAnswer | null) {
    this.#setting = setting;
    this.#changed();
  }
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param now in ms, on the device's clock */
  adopt({ user, setting }: { user: Profile; setting: SettingsAnswer }, now: number): void {
    this.#reportedAt = now;
    this.user = user;
    this.setting = setting;
  }
  isStale(now: number): boolean {
    return now - this.#reportedAt >= ACCOUNT_MS;
  }

  /** True if another person chose the account's password: the server answers nothing else before it is changed. */
  get mustChangePassword(): boolean {
    return this.#ownPassword !== undefined || this.user?.changepass === 1;
  }
  /** Resolves once the person has set a password (true), or canceled (false). */
  awaitOwnPassword(): Promise<boolean> {
    if (!this.#ownPassword) {
      this.#ownPassword = Promise.withResolvers();
      this.#changed();
    }
    return this.#ownPassword.promise;
  }
  endPasswordWait(isChanged: boolean): void {
    this.#ownPassword?.resolve(isChanged);
    this.#ownPassword = undefined;
  }

  /** True if a change needs a proof of who the person is. */
  get mustProve(): boolean {
    return this.#proof !== undefined;
  }
  /** Resolves once the person has proved who they are (true), or canceled (false). */
  awaitProof(): Promise<boolean> {
    if (!this.#proof) {
      this.#proof = Promise.withResolvers();
      this.#changed();
    }
    return this.#proof.promise;
  }
  endProofWait(isProved: boolean): void {
    this.#proof?.resolve(isProved);
    this.#proof = undefined;
    this.#changed();
  }

  /** True if the workspace requires a second factor: the server answers nothing else before there is one. */
  get mustAddFactor(): boolean {
    return this.#factor !== undefined;
  }
  awaitFactor(): Promise<boolean> {
    if (!this.#factor) {
      this.#factor = Promise.withResolvers();
      this.#changed();
    }
    return this.#factor.promise;
  }
  endFactorWait(isAdded: boolean): void {
    this.#factor?.resolve(isAdded);
    this.#factor = undefined;
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
