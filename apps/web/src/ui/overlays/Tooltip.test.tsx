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

test('it comes where the pointer rests, after what the button does itself, and goes with the pointer', () => {
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

test('who only passes, presses or touches is told nothing', () => {
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

test('the keyboard’s focus brings it, and any key sends it away', () => {
  const button = stage();
  act(() => button.focus());
  wait(500);
  expect(shown()).not.toBeNull();
  fireEvent.keyDown(button, { key: 'Escape' });
  wait(200);
  expect(shown()).toBeNull();
});

test('between a popover and its button it hands on what the popover wants of it', () => {
  render(
    <MantineProvider>
      <Popover>
        <Popover.Target>
          <Tooltip label="Search here">
            <button type="button">Search</button>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown>What stands in it</Popover.Dropdown>
      </Popover>
    </MantineProvider>,
  );
  const button = screen.getByRole('button');
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
});
