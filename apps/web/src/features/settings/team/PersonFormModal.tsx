import type { UserRow } from '@atrium/contract/people/accounts.ts';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { PersonForm } from './PersonForm.tsx';

interface Props {
  user: UserRow;
  onClose: () => void;
  onDone: () => void;
}

export function PersonFormModal({ user, onClose, onDone }: Props) {
  const isNarrow = useIsNarrow();
  return (
    <Modal opened onClose={onClose} title={t('team.edit_person')} fullScreen={isNarrow}>
      <PersonForm user={user} onClose={onClose} onDone={onDone} />
    </Modal>
  );
}
