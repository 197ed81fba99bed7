import type { EventName, Feature, ShellEvent } from '@atrium/contract/shell/bridge.ts';
import type { Host } from './host.ts';
import { type Shell, ShellRefused } from './shell.ts';

type OfShell = Pick<
  Host,
  | 'ready'
  | 'tellSession'
  | 'info'
  | 'canAlias'
  | 'giveAlias'
  | 'canUpdate'
  | 'findUpdate'
  | 'onUpdate'
  | 'installUpdate'
  | 'restartsToUpdate'
  | 'canChooseServer'
  | 'chooseServer'
  | 'listServers'
  | 'switchServer'
  | 'canSet'
  | 'readSettings'
  | 'saveSettings'
  | 'canLatestPhoto'
  | 'latestPhoto'
  | 'uploadPhoto'
  | 'onBack'
  | 'leave'
  | 'onShare'
  | 'onCaptured'
  | 'onDownload'
  | 'onActive'
>;

/** The capabilities of a shell, over the bridge. Without a shell, every capability is missing. */
export function shellHost(shell: Shell | null): OfShell {
  const can = (feature: Feature) => shell?.can(feature) ?? false;
  const on =
    <N extends EventName>(name: N) =>
    (run: (event: ShellEvent<N>) => void) =>
      shell?.on(name, run) ?? (() => undefined);
  const asking = (feature: Feature): Shell => {
    if (!shell?.can(feature)) throw new ShellRefused('unknown');
    return shell;
  };
  return {
    ready: () => shell?.tell('ready', {}),
    tellSession: (userid, name) => shell?.tell('session', { userid, name }),
    info: async () => (shell ? await shell.ask('info', {}) : null),
    canAlias: () => shell?.kind === 'mobile' && can('push'),
    giveAlias: (url, token) => shell?.tell('push_alias', { url, token }),
    canUpdate: () => can('updates'),
    async findUpdate() {
      const found = await asking('updates').ask('update', {});
      return found.version ? found : null;
    },
    onUpdate: on('update'),
    installUpdate: () => shell?.tell('install_update', {}),
    restartsToUpdate: () => can('restart_to_update'),
    canChooseServer: () => can('servers'),
    chooseServer: () => shell?.tell('choose_server', {}),
    listServers: async () => (await asking('servers').ask('servers', {})).list,
    switchServer: (url) => shell?.tell('switch_server', { url }),
    canSet: () => can('settings'),
    readSettings: async () => await asking('settings').ask('settings', {}),
    saveSettings: async (settings) => void (await asking('settings').ask('save_settings', settings)),
    canLatestPhoto: () => can('latest_photo'),
    latestPhoto: async (max_age_ms, limitMs) =>
      await asking('latest_photo').ask('latest_photo', { max_age_ms }, limitMs),
    uploadPhoto: async (photo, limitMs) => await asking('latest_photo').ask('upload_photo', photo, limitMs),
    onBack: on('back'),
    leave: () => shell?.tell('leave', {}),
    onShare: on('share'),
    onCaptured: on('captured'),
    onDownload: on('download'),
    onActive: (run) => on('active')(({ is_active }) => is_active && run()),
  };
}
