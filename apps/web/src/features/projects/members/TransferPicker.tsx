import type { Project } from '@atrium/contract/projects/projects.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { askAndHandOver } from '#features/projects/projectCommands.ts';
import { t } from '#sync/language.ts';

/** Chooses the project's new owner from the whole workspace. */
export function TransferPicker({ project, onClose }: { project: Project; onClose: () => void }) {
  const [next, setNext] = useState(0);
  // The name for the question; it may not be loaded yet.
  const name = useUser(next)?.nickname;
  const handOver = useEffectEvent((userid: number, nickname: string) => {
    onClose();
    void askAndHandOver(project, userid, nickname);
  });
  useEffect(() => {
    if (next > 0 && name !== undefined) handOver(next, name);
  }, [next, name]);
  if (next > 0) return null;
  return (
    <UserPicker
      title={t('project.transfer')}
      chosen={[]}
      disabled={[project.owner_userid]}
      max={1}
      onClose={onClose}
      onDone={([userid]) => (userid ? setNext(userid) : onClose())}
    />
  );
}
