import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useOverlays } from '#app/overlays/overlays.ts';
import { useDialogModal } from '#entities/dialog/useDialogModal.ts';
import { AppFrame } from '#features/apps/frame/AppFrame.tsx';
import { leaveApp, reloadApp, showApp, useOpenApps } from '#features/apps/frame/openApps.ts';
import { StoreScreen } from '#features/apps/store/StoreScreen.tsx';
import { openFile } from './openFile.ts';
import { SingleWindow } from './SingleWindow.tsx';

/** `/manage/application/:name/:menu?`: the store, or an app, which the frame around the screens shows. */
export function AppRoute() {
  const { name = '', menu = '' } = useParams();
  return name === 'store' ? <StoreScreen /> : <Shown key={`${name}/${menu}`} id={name} menu={menu} />;
}

function Shown({ id, menu }: { id: string; menu: string }) {
  useEffect(() => {
    showApp(id, menu);
    return () => leaveApp(id, menu);
  }, [id, menu]);
  return null;
}

/** `/single/apps/:name/:menu?`: an app in a window of its own. */
export function SingleApp() {
  const { name = '', menu = '' } = useParams();
  return (
    <SingleWindow key={`${name}/${menu}`}>
      <InWindow id={name} menu={menu} />
    </SingleWindow>
  );
}

function InWindow({ id, menu }: { id: string; menu: string }) {
  const navigate = useNavigate();
  const openTask = useOverlays((state) => state.openTask);
  const dialog = useDialogModal();
  const turn = useOpenApps((state) => state.list.find((each) => each.id === id && each.key === menu)?.turn ?? 0);
  useEffect(() => {
    showApp(id, menu);
    return () => leaveApp(id, menu);
  }, [id, menu]);
  return (
    <AppFrame
      key={turn}
      id={id}
      menu={menu}
      isSingle
      onReload={() => reloadApp(id, menu)}
      onClose={() => {
        window.close();
        // The window stays open if a person opened it.
        void navigate('/manage/application');
      }}
      onTask={openTask}
      onDialog={dialog.open}
      onFile={openFile}
    />
  );
}
