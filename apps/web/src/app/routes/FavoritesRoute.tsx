import { useNavigate } from 'react-router';
import { useOverlays } from '#app/overlays/overlays.ts';
import { useDialogModal } from '#entities/dialog/useDialogModal.ts';
import { FavoritesScreen } from '#features/favorites/FavoritesScreen.tsx';

export function FavoritesRoute() {
  const openTask = useOverlays((state) => state.openTask);
  const navigate = useNavigate();
  const modal = useDialogModal();
  return (
    <FavoritesScreen
      onBack={() => void navigate('/manage/dashboard')}
      onTask={openTask}
      onProject={(id) => void navigate(`/manage/project/${id}`)}
      onFile={(folder, id) => void navigate(`/manage/file/${folder}/${id}`)}
      onMessage={modal.open}
    />
  );
}
