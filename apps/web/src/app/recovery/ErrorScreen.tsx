import { useEffect } from 'react';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { areFilesMissing, reloadOnce } from './brokenFiles.ts';

/**
 * Replaces a screen that failed: its files did not arrive (no network, or a newer version), or it threw an error. The
 * rest of the workspace stays.
 */
export function ErrorScreen({ error }: { error: unknown }) {
  const isMissing = areFilesMissing(error);

  useEffect(() => {
    const leaving = new AbortController();
    if (isMissing) void reloadOnce(leaving.signal);
    return () => leaving.abort();
  }, [isMissing]);

  return (
    <main role="alert" style={{ height: '100%' }}>
      <EmptyState
        drawing="lost"
        title={t('broken.title')}
        text={t(isMissing ? 'broken.files' : 'broken.fault')}
        action={{ label: t('update.reload'), run: () => location.reload() }}
      />
    </main>
  );
}
