import { useOverlays } from '#app/overlays/overlays.ts';
import { MessengerScreen } from '#features/messenger/MessengerScreen.tsx';

export { fetchConversation } from '#entities/dialog/DialogPane.tsx';

export function MessengerRoute() {
  const overlays = useOverlays();
  return <MessengerScreen onPerson={overlays.openPerson} onSearch={() => overlays.open('search')} />;
}
