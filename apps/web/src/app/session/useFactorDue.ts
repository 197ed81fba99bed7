import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { fullTime } from '#entities/message/time.ts';
import { readFactors } from '#features/settings/personal/security/security.actions.ts';
import { workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { notify } from '#ui/overlays/notices.ts';

let isTold = false;

/** Tells a person once per start that they need a second factor soon. */
export function useFactorDue(): void {
  const state = useClientState();
  const navigate = useNavigate();
  useEffect(() => {
    if (isTold || state !== 'ready' || (workspace()?.factor_required ?? 'close') === 'close') return;
    isTold = true;
    const open = () => void navigate('/manage/setting/security');
    readFactors().then(
      ({ due_at }) => {
        if (!due_at) return;
        const action = { label: t('factor.set_up'), run: open };
        notify(t('factor.due', { time: fullTime(due_at) }), { stays: true, action });
      },
      () => undefined,
    );
  }, [state, navigate]);
}
