import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { makeGroup } from './messenger.actions.ts';

interface Props {
  onClose: () => void;
  onDone: (dialogId: number) => void;
}

/** Creates a group of people; its name follows theirs until someone sets one. */
export function NewGroupModal({ onClose, onDone }: Props) {
  const me = useMe();
  const make = async (userids: number[]) => {
    const id = await makeGroup(
      '',
      userids.filter((userid) => userid !== me),
    );
    if (id) {
      onClose();
      onDone(id);
    }
  };
  return (
    <UserPicker
      title={t('group.new')}
      disabled={[me]}
      max={100}
      withBots
      onClose={onClose}
      onDone={(userids) => void make(userids)}
    />
  );
}
