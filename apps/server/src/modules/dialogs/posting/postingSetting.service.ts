import type { WorkspaceSettings } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { isWithOneself } from '../peer.access.ts';
import { systemBots } from '../systemBots.service.ts';

interface Place {
  type: string;
  group_type: string;
  /** The two people of a direct conversation; the same one twice in a self-chat. */
  pair: readonly number[] | null;
}

/**
 * The workspace's setting for posts of members in this conversation; 'open' allows them. Administrators and bots may
 * always post.
 */
export function postingSettingOf(app: App, settings: WorkspaceSettings, { type, group_type, pair }: Place): string {
  if (pair && (isWithOneself(pair) || isWithOpenBot(app, pair))) return 'open';
  if (type === 'user') return settings.user_private_chat_mute;
  if (group_type === 'all') return settings.all_group_mute;
  return group_type === 'user' ? settings.user_group_chat_mute : 'open';
}

const isWithOpenBot = (app: App, pair: readonly number[]) =>
  systemBots.of(app).some(({ alwaysOpen }) => pair.includes(alwaysOpen?.(app) ?? 0));
