import { useNavigate } from 'react-router';
import { labelOf } from '#features/settings/pages.ts';
import { me, workspace } from '#sync/account.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import type { Command } from '#ui/keys/commands.ts';

const readIndex = async () => (await import('#features/settings/searchSettings.ts')).allSettings;

/**
 * Single settings as commands that lead to them; null until something is typed. Pages of settings have commands of
 * their own.
 */
export function useSettingCommands(isWanted: boolean): readonly Command[] | null {
  const navigate = useNavigate();
  const { data: all } = useRequest(async () => (isWanted ? { list: await readIndex() } : null), Number(isWanted));
  if (!all || !isWanted) return null;
  const who = { isAdmin: me()?.identity.includes('admin') ?? false, hasCheckin: workspace()?.checkin === 'open' };
  return all
    .list(who)
    .filter(({ path }) => path.includes('#'))
    .map(({ label, place, path }) => ({
      id: `setting-${path}`,
      label: `${label} · ${labelOf(place)}`,
      run: () => void navigate(path),
    }));
}
