import { deviceEdit } from '@atrium/contract/people/sessions.ts';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { host } from '#host/browser.ts';
import { onLaunch, persist } from '#host/install.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { SHARE_SCREEN, type Shared, storeShared } from '#sync/store/shared.ts';
import { storedToken } from '#sync/token.ts';
import { notify } from '#ui/overlays/notices.ts';

/** The shell registers for pushes this long after the first load. */
export const ALIAS_MS = 6000;
const DEVICE = 'device_named';

/** Tells the server the name that the shell has for this device, once for each name. */
async function nameDevice(): Promise<void> {
  const info = await host.info();
  if (!info) return;
  const { device_name, app_brand, app_model, app_os } = info;
  const named = JSON.stringify([client.user?.userid, device_name, app_brand, app_model, app_os]);
  if (localStorage.getItem(DEVICE) === named || ![device_name, app_brand, app_model, app_os].some(Boolean)) return;
  await client.api.call(deviceEdit, { device_name, app_brand, app_model, app_os });
  localStorage.setItem(DEVICE, named);
}

/** Runs once the workspace is loaded. */
function whenReady(run: () => void): () => void {
  let isDone = false;
  const settle = () => {
    if (isDone || client.state !== 'ready') return;
    isDone = true;
    run();
  };
  settle();
  return client.onState(settle);
}

const fileOf = ({ name, type, bytes }: { name: string; type: string; bytes: string }) =>
  new File([Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0))], name, { type });

/** Connects the workspace with a shell, or with the system around the installed application. */
export function useShellHost(): void {
  const navigate = useNavigate();
  const share = useRef<(shared: Shared) => Promise<void>>(async () => undefined);
  share.current = async (shared) => {
    await storeShared(shared, window.caches, Date.now());
    void navigate(SHARE_SCREEN);
  };
  useEffect(
    () =>
      whenReady(() => {
        host.tellSession(client.user?.userid ?? 0, client.user?.nickname ?? '');
        void nameDevice().catch(() => undefined);
        // A web view deletes data for lack of space like a browser, but asks nobody, so this is requested at once.
        if (host.kind !== 'browser') void persist().catch(() => undefined);
      }),
    [],
  );
  useEffect(() => {
    if (!host.canAlias()) return;
    const give = () => host.giveAlias(`${location.origin}/api/users/umeng/alias`, storedToken());
    const timer = setTimeout(give, ALIAS_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const ends = [
      host.onShare(({ text, files }) => void share.current({ text, files: files.map(fileOf) })),
      host.onCaptured(
        ({ name, bytes }) => void share.current({ text: '', files: [fileOf({ name, bytes, type: 'image/png' })] }),
      ),
      host.onDownload(({ name, state }) => {
        if (state === 'done') notify(t('download.done', { name }));
        if (state === 'failed') notify(t('download.failed', { name }), { kind: 'error' });
      }),
      onLaunch((files) => void share.current({ text: '', files: [...files] })),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}
