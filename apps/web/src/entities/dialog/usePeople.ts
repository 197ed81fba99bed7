import type { DialogMember } from '@atrium/contract/chat/dialogs.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import { useEffect, useMemo } from 'react';
import { useMe, useUsers } from '#entities/user/useUsers.ts';
import { afterPaint } from '#ui/layout/afterPaint.ts';
import { useStateOf } from '#ui/useStateOf.ts';
import { listMembers } from './dialog.actions.ts';

/**
 * A dialog's members, loaded when it opens and again when their number, its owner or its deputies change; 0 = no
 * dialog.
 */
export function useMembers(
  dialogId: number,
  count: number,
  owner = 0,
  deputies?: readonly number[],
): readonly DialogMember[] {
  const [members, setMembers] = useStateOf<readonly DialogMember[]>(dialogId, () => []);
  useEffect(() => {
    // A task has no conversation until somebody starts one.
    if (dialogId === 0) return;
    let isWanted = true;
    const leave = afterPaint(() =>
      listMembers(dialogId, (known) => {
        if (isWanted) setMembers(known);
        return isWanted;
      }).catch(() => undefined),
    );
    return () => {
      isWanted = false;
      leave();
    };
  }, [dialogId, count, owner, deputies, setMembers]);
  return members;
}

/** People who can be mentioned here, without the reader. */
export function usePeople(dialogId: number, count: number): readonly UserBasic[] {
  const me = useMe();
  const members = useMembers(dialogId, count);
  const ids = useMemo(
    () => members.map((member) => member.userid).filter((userid) => userid > 0 && userid !== me),
    [members, me],
  );
  const users = useUsers(ids);
  return useMemo(() => users.filter((user) => user !== undefined), [users]);
}
