import { MantineProvider, Menu } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DropdownMenu } from '../overlays/Dropdown.tsx';
import { listenToTapsAway } from './tapAway.ts';

/** The events of a finger or a mouse. */
function press(element: Element, pointerType: string): void {
  const down = Object.assign(new Event('pointerdown', { bubbles: true }), { pointerType });
  fireEvent(element, down);
  fireEvent.mouseDown(element);
  fireEvent.click(element);
}

test('a tap beside an open menu closes it without pressing; its button, items and the mouse work', async () => {
  listenToTapsAway();
  const [leave, print] = [vi.fn(), vi.fn()];
  render(
    <MantineProvider env="test">
      <DropdownMenu button={<button type="button">More</button>}>
        <Menu.Item onClick={print}>Print</Menu.Item>
      </DropdownMenu>
      <button type="button" onClick={leave}>
        Back
      </button>
    </MantineProvider>,
  );
  const [more, back] = [screen.getByRole('button', { name: 'More' }), screen.getByRole('button', { name: 'Back' })];
  const isClosed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  press(more, 'touch');
  await screen.findByRole('menu');
  press(back, 'touch');
  await isClosed();
  expect(leave).not.toHaveBeenCalled();
  press(back, 'touch');
  expect(leave).toHaveBeenCalledTimes(1);

  press(more, 'touch');
  press(await screen.findByRole('menuitem', { name: 'Print' }), 'touch');
  expect(print).toHaveBeenCalledOnce();
  await isClosed();
  press(more, 'touch');
  await screen.findByRole('menu');
  press(more, 'touch');
  await isClosed();

  press(more, 'mouse');
  await screen.findByRole('menu');
  press(back, 'mouse');
  expect(leave).toHaveBeenCalledTimes(2);
});
