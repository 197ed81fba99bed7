import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Splitter, useWidth } from './Splitter.tsx';

const RANGE = { least: 240, most: 400, usual: 300 };

function Side() {
  const side = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useWidth('side', RANGE);
  return (
    <div ref={side} style={{ width }} data-testid="side">
      <Splitter label="Width" target={side} width={width} range={RANGE} onChange={setWidth} />
    </div>
  );
}

beforeEach(() => {
  // Browser features that jsdom lacks.
  Element.prototype.setPointerCapture = () => {};
});

const splitter = () => screen.getByRole('separator', { name: 'Width' });
const width = () => Number.parseInt(screen.getByTestId('side').style.width, 10);

test('arrow keys move the splitter within its range, and Enter resets it', async () => {
  render(<Side />);
  const user = userEvent.setup();
  await user.tab();
  expect(document.activeElement).toBe(splitter());
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(width()).toBe(332);
  expect(splitter().getAttribute('aria-valuenow')).toBe('332');
  await user.keyboard('{End}{ArrowRight}');
  expect(width()).toBe(400);
  await user.keyboard('{Home}{ArrowLeft}');
  expect(width()).toBe(240);
  await user.keyboard('{Enter}');
  expect(width()).toBe(300);
});

test('the dragged width is restored next time; an invalid value is ignored', () => {
  const { unmount } = render(<Side />);
  fireEvent.pointerDown(splitter(), { button: 0, clientX: 300, pointerId: 1 });
  fireEvent.pointerMove(splitter(), { clientX: 340, pointerId: 1 });
  expect(width()).toBe(340);
  fireEvent.pointerUp(splitter(), { clientX: 350, pointerId: 1 });
  expect(width()).toBe(350);
  // It was released.
  fireEvent.pointerMove(splitter(), { clientX: 390, pointerId: 1 });
  expect(width()).toBe(350);
  unmount();
  const again = render(<Side />);
  expect(width()).toBe(350);
  again.unmount();
  localStorage.setItem('side', 'wide');
  render(<Side />);
  expect(width()).toBe(300);
});
