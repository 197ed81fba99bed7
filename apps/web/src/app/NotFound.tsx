import { useNavigate } from 'react-router';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { previousRoute } from './history.ts';

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
