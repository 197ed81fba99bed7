import { isLower } from '@atrium/contract/shell/updates.ts';
import { systemVersion } from '@atrium/contract/workspace/system.ts';
import { useEffect } from 'react';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/overlays/notices.ts';

export const LEAST_VERSION = '0.19.0';
const EVERY_MS = 600_000;

/** Warns once for each version if the server is older than this client needs. */
export function useServerVersion(): void {
  useEffect(() => {
    let reported = '';
    const check = async () => {
      const { version } = await client.api.read(systemVersion, {});
      if (version === reported || !isLower(version, LEAST_VERSION)) return;
      reported = version;
      notify(t('server.old', { version, least: LEAST_VERSION }), { kind: 'error' });
    };
    const ask = () => void check().catch(() => undefined);
    ask();
    const timer = setInterval(ask, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
