import { Suspense } from 'react';
import { useDialogModal } from '#entities/dialog/useDialogModal.ts';
import { openPerson } from '#features/messenger/messenger.actions.ts';
import { PersonModal } from './modals.ts';
import { useOverlays } from './overlays.ts';

/** The requested person's card; its links open conversations over the screen. */
export function PersonCard() {
  const { personId, closePerson } = useOverlays();
  const modal = useDialogModal();
  if (personId === 0) return null;
  const show = (dialogId: number) => {
    closePerson();
    modal.open(dialogId);
  };
  const chat = async (userid: number) => {
    const id = await openPerson(userid);
    if (id) show(id);
  };
  return (
    <Suspense>
      <PersonModal userid={personId} onClose={closePerson} onChat={(userid) => void chat(userid)} onDialog={show} />
    </Suspense>
  );
}
