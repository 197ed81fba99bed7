import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { t } from '#sync/language.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

const Failing = ({ error }: { error: Error }) => {
  throw error;
};

function showFailing(error: Error) {
  render(
    <MantineProvider>
      <ErrorBoundary>
        <Failing error={error} />
      </ErrorBoundary>
    </MantineProvider>,
  );
}

/** Recorded right before the page reloads. */
const hasReloaded = () => sessionStorage.getItem('reloadedForFiles') !== null;

beforeEach(() => {
  // React logs what a screen threw.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  sessionStorage.clear();
  // No server answers.
  const asking = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  return () => {
    asking.mockRestore();
  };
});

test('a crashed screen shows an error page with a reload button', () => {
  showFailing(new Error('no such thing'));
  expect(screen.getByRole('alert').textContent).toContain(t('broken.fault'));
  expect(screen.getByRole('button', { name: t('update.reload') })).toBeTruthy();
  expect(document.body.textContent).not.toContain('no such thing');
});

test('missing files are named as the reason, and nothing reloads while no server answers', async () => {
  const error = new TypeError('Failed to fetch dynamically imported module');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  showFailing(error);
  expect(screen.getByRole('alert').textContent).toContain(t('broken.files'));
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(hasReloaded()).toBe(false);
});

test('the page reloads once the server with its files answers', async () => {
  vi.mocked(fetch).mockResolvedValue(new Response('ok'));
  const error = new TypeError('Failed to fetch dynamically imported module');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  showFailing(error);
  await waitFor(() => expect(hasReloaded()).toBe(true));
});
