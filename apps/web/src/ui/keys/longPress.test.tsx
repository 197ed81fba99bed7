import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenToLongPresses } from './longPress.ts';

let stop: () => void;
let heard: { x: number; y: number }[];
let card: HTMLElement;
let stage: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  stop = listenToLongPresses();
  heard = [];
  stage = document.createElement('div');
  stage.innerHTML = '<div id="card"><input></div><p>plain</p>';
  document.body.append(stage);
  card = document.getElementById('card') as HTMLElement;
  card.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    heard.push({ x: event.clientX, y: event.clientY });
  });
});
afterEach(() => {
  stop();
  stage.remove();
});

const finger = { pointerType: 'touch', isPrimary: true, clientX: 40, clientY: 60 };
/** Lifts the finger. Returns true if a click follows. */
const lift = (on: Element) => fireEvent.touchEnd(on);

test('a long press opens the menu at the finger, and lifting it presses nothing', () => {
  fireEvent.pointerDown(card, finger);
  vi.advanceTimersByTime(500);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(heard).toEqual([{ x: 40, y: 60 }]);
  expect(lift(card)).toBe(false);
  // The next touch is normal again.
  fireEvent.pointerDown(card, finger);
  vi.advanceTimersByTime(100);
  expect(lift(card)).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(heard).toHaveLength(1);
});

test('scrolling, text fields, elements without a menu, and the mouse do not trigger a long press', () => {
  fireEvent.pointerDown(card, finger);
  fireEvent.pointerMove(card, { ...finger, clientY: 90 });
  vi.advanceTimersByTime(1000);
  fireEvent.pointerDown(card.querySelector('input') as Element, finger);
  vi.advanceTimersByTime(1000);
  fireEvent.pointerDown(card, { ...finger, pointerType: 'mouse' });
  vi.advanceTimersByTime(1000);
  expect(heard).toEqual([]);
  const plain = stage.querySelector('p') as Element;
  fireEvent.pointerDown(plain, finger);
  vi.advanceTimersByTime(1000);
  expect(lift(plain)).toBe(true);
});
