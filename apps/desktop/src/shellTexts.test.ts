import { awaitReady } from '@atrium/contract/shell/ready.ts';
import { shellTexts } from '@atrium/i18n/shell.ts';
import { expect, test, vi } from 'vitest';

// covers C8-10
test('a page that is not ready after 15 seconds asks to restart, in the system’s language', async () => {
  vi.useFakeTimers();
  const said: string[] = [];
  for (const locale of ['en-US', 'de-AT', 'zh-TW', 'xx']) {
    const t = shellTexts(locale);
    awaitReady(() => said.push(t('shell.not_ready')));
  }
  await vi.advanceTimersByTimeAsync(15_000);
  vi.useRealTimers();
  expect(said).toEqual([
    'Loading failed. Restart the app.',
    'Laden fehlgeschlagen. Starte die App neu.',
    '載入失敗，請重新啟動軟體。',
    'Loading failed. Restart the app.',
  ]);
  expect(shellTexts('en')('shell.unread', { count: '3' })).toBe('3 unread');
});
