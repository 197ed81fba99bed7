import { useNavigate } from 'react-router';
import { useDialogModal } from '#entities/dialog/useDialogModal.ts';
import { FavoritesScreen } from '#features/favorites/FavoritesScreen.tsx';
import { useOverlays } from './overlays.ts';

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
