import type { ClientDialog } from '@atrium/client/store/rows.ts';
import type { DialogMember } from '@atrium/contract/chat/dialogs.ts';
import { useState } from 'react';
import { useMe, useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { disbandGroup, leaveGroup, renameGroup } from './dialog.actions.ts';
import { isNamed } from './rules.ts';
import { useMembers } from './usePeople.ts';

/** The `role` of deputies. */
export const DEPUTY = 2;

/** The members of a group, what the reader may do with them, and the group's name while it is edited. */
export function useGroupMembers(dialog: ClientDialog, onClose: () => void) {
  const me = useMe();
  const members = useMembers(dialog.id, dialog.people, dialog.owner_id, dialog.deputy_ids);
  const [draft, setDraft] = useState<string | null>(null);
  const [words, setWords] = useState('');
  const users = useUsers(members.map((member) => member.userid));
  const shown = words.trim()
    ? members.filter(({ userid }) => users.some((user) => user?.userid === userid && isNamed(user, words)))
    : members;
  const isOwner = dialog.owner_id === me && dialog.group_type === 'user';
  const mine = members.find((member) => member.userid === me);
  const isDeputy = mine?.role === DEPUTY && dialog.group_type === 'user';
  return {
    me,
    members,
    /** The members whose name contains the searched text. */
    shown,
    words,
    setWords,
    /** False in a group that nobody created as such, for example that of a project. */
    isOwner,
    isDeputy,
    mayAdd: dialog.owner_id === 0 || dialog.owner_id === me || isDeputy,
    mayLeave: mine !== undefined && !isOwner,
    mayRemove: ({ userid, important, inviter, role }: DialogMember) =>
      userid !== me &&
      userid !== dialog.owner_id &&
      !important &&
      (isOwner || (role !== DEPUTY && (isDeputy || inviter === me))),
    /** The name while it is edited; null otherwise, so that the name follows changes by others. */
    draft,
    setDraft,
    async rename() {
      const name = draft?.trim();
      if (name && name !== dialog.name) await renameGroup(dialog.id, name);
      setDraft((now) => (now === draft ? null : now));
    },
    async leave() {
      const isSure = await askFirst({
        title: t('group.leave'),
        text: t('group.leave_ask', { name: dialog.name }),
        action: t('group.leave'),
        isDangerous: true,
      });
      if (isSure && (await leaveGroup(dialog.id))) onClose();
    },
    async disband() {
      const isSure = await askFirst({
        title: t('group.disband'),
        text: t('group.disband_ask', { name: dialog.name }),
        action: t('group.disband'),
        isDangerous: true,
      });
      if (isSure && (await disbandGroup(dialog.id))) onClose();
    },
  };
}
