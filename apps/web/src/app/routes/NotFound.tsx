import { useNavigate } from 'react-router';
import { previousRoute } from '#app/routing/history.ts';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';

export function NotFound() {
  const navigate = useNavigate();
  return (
    <EmptyState
      drawing="lost"
      title="404"
      text={t('notfound.text')}
      action={{ label: t('action.back'), run: () => void navigate(previousRoute()) }}
    />
  );
}
