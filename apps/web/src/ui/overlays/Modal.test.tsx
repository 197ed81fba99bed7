import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { expect, test } from 'vitest';
import { Modal } from './Modal.tsx';

test('a closed modal adds no render before the first paint; one that opens is shown at once', async () => {
  let commits = 0;
  const page = (isOpen: boolean) => (
    <MantineProvider>
      <Profiler id="page" onRender={() => (commits += 1)}>
        <Modal opened={isOpen} onClose={() => undefined} title="Question">
          Really?
        </Modal>
      </Profiler>
    </MantineProvider>
  );
  const { rerender } = render(page(false));
  expect(commits).toBe(1);
  expect(screen.queryByText('Really?')).toBeNull();
  rerender(page(true));
  expect(await screen.findByText('Really?')).toBeTruthy();
});
