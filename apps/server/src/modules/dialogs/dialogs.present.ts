import type { Dialog } from '@atrium/contract/chat/dialogs.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';
import type { WorkspaceSettings } from '#modules/system/settings.service';
import { avatarUrl, displayName } from '#modules/users/present.service';
import type { App } from '#platform/app';
import { wireTime } from '#platform/time/time';
import { presentCounters } from './counters.service.ts';
import { postingSettingOf } from './posting/postingSetting.service.ts';
import { presentPreview } from './preview.service.ts';
import { buttonsOf } from './systemBots.service.ts';
import type { DialogView } from './views.queries.ts';

/** A group's own picture as a thumbnail. */
export const pictureUrl = (app: App, avatar: string) => avatar && `${app.publicUrl}/${avatar}/thumb`;

const jsonTime = (text: string | null) => (text ? wireTime(new Date(text)) : null);

export function presentDialog(
  app: App,
  row: DialogView,
  lang: Language,
  viewer: number,
  settings: WorkspaceSettings,
): Dialog {
  const linked = row.project ?? row.task;
  const isGone = (row.type === 'user' && !row.peer) || (['project', 'task'].includes(row.group_type) && !linked);
  const name = isGone
    ? '[Delete]'
    : row.peer
      ? displayName(row.peer, lang)
      : (linked?.name ?? (row.group_type === 'all' && !row.name ? translate(lang, 'word.all_members') : row.name));
  const updated = row.updated_at ?? row.dialog_updated_at;
  return {
    ...presentCounters({ ...row, dialog_id: row.id, updated_at: updated }),
    type: row.type,
    group_type: row.group_type,
    name,
    avatar: pictureUrl(app, row.avatar),
    owner_id: row.owner_id,
    link_id: row.link_id,
    session_id: row.session_id,
    top_userid: row.top_userid,
    top_msg_id: row.top_msg_id,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.dialog_updated_at),
    deleted_at: wireTime(row.deleted_at),
    top_at: wireTime(row.top_at),
    last_at: wireTime(row.last_at),
    mark_unread: row.mark_unread,
    silence: row.silence,
    hide: Number(row.hide_at !== null && (row.last_at === null || row.hide_at >= row.last_at)),
    color: row.color,
    people: row.people,
    people_user: row.people,
    people_bot: 0,
    todo_num: row.todo_num,
    last_msg: row.last_msg ? presentPreview(row.last_msg, row.id, lang) : null,
    pinyin: row.peer?.pinyin ?? '',
    quick_msgs: buttonsOf(app, row.peer?.email, lang),
    dialog_user: row.peer ? { dialog_id: row.id, userid: row.peer.userid } : null,
    group_info: linked
      ? {
          id: linked.id,
          name: linked.name,
          archived_at: jsonTime(linked.archived_at),
          deleted_at: jsonTime(linked.deleted_at),
          ...(row.task && { complete_at: jsonTime(row.task.complete_at), project_id: row.task.project_id }),
        }
      : null,
    bot: row.peer?.bot ? row.peer.userid : 0,
    dialog_mute: postingSettingOf(app, settings, { ...row, pair: row.peer ? [viewer, row.peer.userid] : null }),
    dialog_delete: Number(isGone || Boolean(row.peer?.delete_at)),
    is_disable: Number(Boolean(row.peer?.disable_at || row.peer?.delete_at)),
    email: row.peer?.email ?? '',
    userimg: row.peer ? avatarUrl(app, row.peer) : '',
    has_tag: false,
    has_todo: false,
    has_image: false,
    has_file: false,
    has_link: false,
  };
}
