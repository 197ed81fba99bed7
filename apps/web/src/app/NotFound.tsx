import { useNavigate } from 'react-router';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { previousRoute } from './history.ts';

export function NotFound() {
  const navigate = useNavigate();
  return (
    <main style={{ height: '100%' }}>
      <EmptyState
        drawing="lost"
        text={t('notfound.text')}
        action={{ label: t('action.back'), run: () => void navigate(previousRoute()) }}
      />
    </main>
  );
}
