import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeShell } from '#testing/fakeShell.ts';

afterEach(() => {
  globalThis.atriumHost = undefined;
  vi.resetModules();
  document.body.replaceChildren();
});

// covers A9-18
test('in a shell, links to other sites and applications leave it; own ones and dangerous ones do not', async () => {
  const shell = fakeShell('mobile');
  vi.resetModules();
  globalThis.atriumHost = shell.port;
  const { listenToLinks } = await import('./links.ts');
  // The document is shared with other tests.
  onTestFinished(listenToLinks());
  const click = (href: string) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    link.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(click('/manage/calendar')).toBe(false);
  for (const href of ['https://example.com/', 'mailto:ada@example.com', 'https://maps.google.com/?q=1'])
    expect(click(href), href).toBe(true);
  expect(click('javascript:alert(1)')).toBe(true);
  expect(shell.heard).toEqual([
    { say: 'open_outside', url: 'https://example.com/' },
    { say: 'open_outside', url: 'mailto:ada@example.com' },
    { say: 'open_outside', url: 'https://maps.google.com/?q=1' },
  ]);
});
