import { MessengerScreen } from '#features/messenger/MessengerScreen.tsx';
import { useOverlays } from './overlays.ts';

export { fetchConversation } from '#entities/dialog/DialogPane.tsx';

export function MessengerRoute() {
  const overlays = useOverlays();
  return <MessengerScreen onPerson={overlays.openPerson} onSearch={() => overlays.open('search')} />;
}
