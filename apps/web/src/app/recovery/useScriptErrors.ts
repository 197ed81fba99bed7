import { useEffect } from 'react';
import { t } from '#sync/language.ts';
import { isDebugging } from '#ui/debugMode.ts';
import { notify } from '#ui/overlays/notices.ts';

/** Shows script errors on the page in debug mode; otherwise they are in the console. */
export function useScriptErrors(): void {
  useEffect(() => {
    const show = (reason: unknown) => {
      if (!isDebugging()) return;
      const text = reason instanceof Error ? reason.message : String(reason);
      notify(t('debug.failed', { text }), { kind: 'error' });
    };
    const failed = (event: ErrorEvent) => show(event.error ?? event.message);
    const refused = (event: PromiseRejectionEvent) => show(event.reason);
    window.addEventListener('error', failed);
    window.addEventListener('unhandledrejection', refused);
    return () => {
      window.removeEventListener('error', failed);
      window.removeEventListener('unhandledrejection', refused);
    };
  }, []);
}
