import { expect, test, vi } from 'vitest';
import { host } from '#host/browser.ts';
import type { Host } from '#host/host.ts';
import { setMedia } from '#testing/media.ts';
import { open, serve } from '#testing/stage.tsx';
import { FooterLinks } from './FooterLinks.tsx';
import { InAppGuide } from './InAppGuide.tsx';
import { isInApp } from './inApp.ts';
import { useFooterLinks } from './useFooterLinks.ts';

function Footer({ at, onBrowser = () => {} }: { at: 'login' | 'dashboard'; onBrowser?: () => void }) {
  const foot = useFooterLinks(at);
  return foot && <FooterLinks at={at} {...foot} onBrowser={onBrowser} />;
}

interface On {
  kind?: Host['kind'];
  version?: string;
  published?: string;
  url?: string;
  privacy?: string;
  isTouch?: boolean;
  isPortrait?: boolean;
}
async function foot(at: 'login' | 'dashboard', on: On = {}) {
  const { kind = 'browser', version = '', published = '', url = 'https://get.example/', privacy = '' } = on;
  serve({
    'system/version': {
      version: '1.0.0',
      publish: { provider: 'generic', url, owner: '', repo: '', version: published },
      privacy_url: privacy,
    },
  });
  vi.spyOn(host, 'info').mockResolvedValue(kind === 'browser' ? null : ({ version } as never));
  const before = host.kind;
  Object.assign(host, { kind });
  setMedia({ isTouch: on.isTouch ?? false, isPortrait: on.isPortrait ?? false });
  const onBrowser = vi.fn();
  const stage = await open(<Footer at={at} onBrowser={onBrowser} />);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const links = [...stage.screen.queryAllByRole('link'), ...stage.screen.queryAllByRole('button')].map(
    ({ textContent }) => textContent,
  );
  stage.unmount();
  Object.assign(host, { kind: before });
  return links;
}

// covers A1-08, A2-34
test('browsers get a download link; the desktop client one to its update, if there is one', async () => {
  expect(await foot('login')).toEqual(['Download the app']);
  expect(await foot('dashboard')).toEqual(['Download the app']);
  const desktop = { kind: 'desktop', version: '1.2.0' } as const;
  expect(await foot('dashboard', { ...desktop, published: '1.3.0' })).toEqual(['Update to 1.3.0']);
  expect(await foot('dashboard', { ...desktop, published: '1.2.0' })).toEqual([]);
  expect(await foot('dashboard', desktop)).toEqual([]);
  expect(await foot('login', { url: '' })).toEqual([]);
});

// covers A2-34
test('there is none in the mobile app, on touch devices, and on a dashboard in portrait', async () => {
  expect(await foot('login', { kind: 'mobile', version: '1.0.0', published: '2.0.0' })).toEqual([]);
  expect(await foot('login', { isTouch: true })).toEqual([]);
  expect(await foot('dashboard', { isPortrait: true })).toEqual([]);
  expect(await foot('login', { isPortrait: true })).toEqual(['Download the app']);
});

// covers A2-33
test('the sign-in page of the desktop client leads to single sign-on in the browser', async () => {
  const desktop = { kind: 'desktop', version: '1.0.0', url: '' } as const;
  expect(await foot('login', desktop)).toEqual(['Sign in with your browser']);
  expect(await foot('dashboard', desktop)).toEqual([]);
  expect(await foot('login', { url: '' })).toEqual([]);
  expect(await foot('login', { ...desktop, kind: 'mobile' })).toEqual([]);
});

// covers A2-35
test('the sign-in page of the mobile app links to the privacy policy of a provider that has one', async () => {
  const privacy = 'https://provider.example/privacy';
  expect(await foot('login', { kind: 'mobile', privacy })).toEqual(['Privacy policy']);
  expect(await foot('dashboard', { kind: 'mobile', privacy })).toEqual([]);
  expect(await foot('login', { kind: 'mobile' })).toEqual([]);
  expect(await foot('login', { privacy, url: '' })).toEqual([]);
});

test('a link opens outside, and without a network there is none', async () => {
  serve({ 'system/version': { version: '1', publish: { url: 'https://get.example/', version: '' }, privacy_url: '' } });
  const opened = vi.spyOn(host, 'openOutside').mockReturnValue();
  const { screen, user } = await open(<Footer at="login" />);
  await user.click(await screen.findByRole('link', { name: 'Download the app' }));
  expect(opened).toHaveBeenCalledWith('https://get.example/');
});

const MESSENGER = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Mobile Safari/537.36 MicroMessenger/8.0.50';
const CHROME = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';

// covers A2-42
test('inside a messenger’s browser a guide with a picture lies over an invitation until it is dismissed', async () => {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(MESSENGER);
  const { screen, user, unmount } = await open(<InAppGuide />);
  const guide = screen.getByRole('dialog', { name: 'Open in your browser' });
  expect(screen.getByRole('img', { name: 'An arrow to the menu in the upper corner' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Continue here' }));
  expect(guide.isConnected).toBe(false);
  unmount();
  agent.mockReturnValue(CHROME);
  await open(<InAppGuide />);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(isInApp('Mozilla/5.0 (iPhone) [FBAN/FBIOS;FBAV/500.0]')).toBe(true);
});
