import { MantineProvider, Popover } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Tooltip } from './Tooltip.tsx';

beforeEach(() => void vi.useFakeTimers());

const shown = () => screen.queryByText('Search here');
const wait = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms));
};

function stage(onPointerEnter?: () => void) {
  render(
    <MantineProvider>
      <Tooltip label="Search here">
        <button type="button" onPointerEnter={onPointerEnter}>
          Search
        </button>
      </Tooltip>
    </MantineProvider>,
  );
  return screen.getByRole('button');
}

test('a tooltip appears while the pointer rests, without blocking the button, and leaves with the pointer', () => {
  const entered = vi.fn();
  const button = stage(entered);
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  expect(entered).toHaveBeenCalledOnce();
  wait(300);
  expect(shown()).toBeNull();
  wait(200);
  expect(shown()).not.toBeNull();
  fireEvent.pointerLeave(button, { pointerType: 'mouse' });
  wait(200);
  expect(shown()).toBeNull();
});

test('passing, pressing or touching shows no tooltip', () => {
  const button = stage();
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  wait(200);
  fireEvent.pointerLeave(button, { pointerType: 'mouse' });
  wait(1000);
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  fireEvent.pointerDown(button);
  wait(1000);
  fireEvent.pointerEnter(button, { pointerType: 'touch' });
  wait(1000);
  expect(shown()).toBeNull();
});

test('keyboard focus shows the tooltip, and any key hides it', () => {
  const button = stage();
  act(() => button.focus());
  wait(500);
  expect(shown()).not.toBeNull();
  fireEvent.keyDown(button, { key: 'Escape' });
  wait(200);
  expect(shown()).toBeNull();
});

test('between a popover and its button the tooltip passes on the popover’s props', () => {
  render(
    <MantineProvider>
      <Popover>
        <Popover.Target>
          <Tooltip label="Search here">
            <button type="button">Search</button>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown>Its content</Popover.Dropdown>
      </Popover>
    </MantineProvider>,
  );
  const button = screen.getByRole('button');
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
});
