import { useParams } from 'react-router';
import { useOverlays } from '#app/overlays/overlays.ts';
import { SingleDialogScreen } from '#features/messenger/SingleDialogScreen.tsx';
import { SingleWindow } from './SingleWindow.tsx';

/** One conversation in a separate window. */
export function SingleDialogRoute() {
  const { dialogId } = useParams();
  const { openPerson } = useOverlays();
  return (
    <SingleWindow key={dialogId}>
      <SingleDialogScreen dialogId={Number(dialogId)} onPerson={openPerson} />
    </SingleWindow>
  );
}
