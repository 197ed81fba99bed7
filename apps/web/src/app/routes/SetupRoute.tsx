import { useNavigate, useSearchParams } from 'react-router';
import { useOverlays } from '#app/overlays/overlays.ts';
import { safeReturn } from '#app/routing/returnTo.ts';
import { SetupScreen } from '#features/setup/SetupScreen.tsx';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';

/** `/manage/setup?next=…`: the steps of the first minutes, and then the page that the person came for. */
export function SetupRoute() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const open = useOverlays((state) => state.open);
  useClientState();
  // The screen waits for the person, because the steps depend on who it is.
  if (!me()) return <LoadingPlaceholder label={t('state.loading')} />;
  return (
    <SetupScreen
      onLeave={(path) => void navigate(path ?? safeReturn(search.get('next')), { replace: true })}
      onNewProject={() => open('project')}
    />
  );
}
