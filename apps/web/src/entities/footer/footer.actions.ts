import { isLower } from '@atrium/contract/shell/updates.ts';
import { systemVersion } from '@atrium/contract/workspace/system.ts';
import { host } from '#host/browser.ts';
import { api } from '#sync/api.ts';

export interface FooterLinks {
  /** The page of the clients; '' = none, or none that concerns this device. */
  client: string;
  /** A newer version of this desktop client; '' = a download for others, or this one is current. */
  update: string;
  privacy: string;
}
export const NO_LINKS: FooterLinks = { client: '', update: '', privacy: '' };

/** Reads the server's information about its clients; nothing without a network. */
export async function readFooterLinks(): Promise<FooterLinks> {
  try {
    const [{ publish, privacy_url }, info] = await Promise.all([api.read(systemVersion, {}), host.info()]);
    const isNewer = info !== null && publish.version !== '' && isLower(info.version, publish.version);
    const isWanted = host.kind === 'browser' || isNewer;
    return {
      client: host.kind === 'mobile' || !isWanted ? '' : publish.url,
      update: isNewer ? publish.version : '',
      privacy: host.kind === 'mobile' ? privacy_url : '',
    };
  } catch {
    return NO_LINKS;
  }
}
