import { invitationList } from '@atrium/contract/people/invitations.ts';
import { samplesStatus } from '@atrium/contract/workspace/samples.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { type StatusCheck, systemStatus } from '@atrium/contract/workspace/status.ts';
import { systemLicense } from '@atrium/contract/workspace/system.ts';
import { amAdmin, me } from '#sync/account.ts';
import { client } from '#sync/session.ts';

const DAY_MS = 86_400_000;
/** Somebody who has been here longer has found their way. */
const NEW_DAYS = 14;
/** A workspace with more people has begun. */
export const SMALL = 3;

export const isNewHere = (now: number): boolean =>
  now - Date.parse(`${(me()?.created_at ?? '').replace(' ', 'T')}Z`) < NEW_DAYS * DAY_MS;

/** The state of the workspace that only administrators can read. */
export interface WorkspaceState {
  /** The number of people without samples. */
  people: number;
  /** True if an invitation has been sent that is still valid or was used. */
  hasInvited: boolean;
  /** The results of the latest tests of the server, each in a sentence. */
  checks: readonly StatusCheck[];
}

/** The state last read on this device, for the first paint; its checks take seconds. Undefined before any answer. */
const keyOf = () => `start.${client.user?.userid ?? 0}`;
export function lastWorkspaceState(): WorkspaceState | null | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf()) ?? '') as WorkspaceState | null;
  } catch {
    return undefined;
  }
}

/** `state` is null for everybody who does not set the workspace up. */
export async function readWorkspaceState(): Promise<{ state: WorkspaceState | null }> {
  if (!amAdmin()) return { state: null };
  const state = await askWorkspaceState();
  localStorage.setItem(keyOf(), JSON.stringify(state));
  return { state };
}

async function askWorkspaceState(): Promise<WorkspaceState | null> {
  const [{ user_count }, { checks }, samples, { list }] = await Promise.all([
    client.api.read(systemLicense, {}),
    client.api.read(systemStatus, {}),
    client.api.read(samplesStatus, {}),
    client.api.read(invitationList, {}),
  ]);
  const people = user_count - samples.people;
  if (people > SMALL) return null;
  return { people, hasInvited: list.some(({ state }) => state === 'open' || state === 'used'), checks };
}

/** @throws CallError with the server's text */
export const nameWorkspace = (system_alias: string) => client.api.call(systemSetting, { type: 'save', system_alias });
