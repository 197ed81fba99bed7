import { isLower, isSilent, UPDATE_EVERY_MS } from '@atrium/contract/shell/updates.ts';
import { useEffect } from 'react';
import { host } from '#host/browser.ts';
import { useUpdate } from './update.ts';

const CHECKED = 'update_checked';

/** Shows a newer version of the shell, unless its notes mark it as silent. */
async function show({ version, notes }: { version: string; notes: string }): Promise<void> {
  const from = (await host.info().catch(() => null))?.version ?? '';
  if (!version || (from && !isLower(from, version)) || isSilent(notes, version)) return;
  useUpdate.setState({
    found: { from, to: version, notes, isRestart: host.restartsToUpdate(), install: host.installUpdate },
  });
}

/** Looks for a newer shell when it becomes active, at most once a day. */
export async function lookForUpdate(now = Date.now()): Promise<void> {
  if (!host.canUpdate() || now - Number(localStorage.getItem(CHECKED) ?? 0) < UPDATE_EVERY_MS) return;
  localStorage.setItem(CHECKED, String(now));
  const found = await host.findUpdate().catch(() => null);
  if (found) await show(found);
}

export function useShellUpdate(): void {
  useEffect(() => {
    if (!host.canUpdate()) return;
    void lookForUpdate();
    const ends = [host.onActive(() => void lookForUpdate()), host.onUpdate((update) => void show(update))];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}
