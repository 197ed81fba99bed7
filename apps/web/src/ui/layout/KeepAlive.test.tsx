import { act, render } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { KeepAlive } from './KeepAlive.tsx';

const awake: string[] = [];
let born = 0;
function Thing({ name }: { name: string }) {
  const [number] = useState(() => ++born);
  useEffect(() => {
    awake.push(name);
    return () => void awake.splice(awake.indexOf(name), 1);
  }, [name]);
  return <p>{`${name} ${number}`}</p>;
}

function stage() {
  born = 0;
  const thing = (name: string, { mark = '', isKept = true } = {}) => (
    <KeepAlive id={name} mark={mark} isKept={isKept}>
      <Thing name={name} />
    </KeepAlive>
  );
  const { rerender, container } = render(thing('a'));
  const show = (...input: Parameters<typeof thing>) => act(async () => rerender(thing(...input)));
  const all = () => [...container.querySelectorAll('p')];
  const seen = () => all().flatMap((each) => (each.closest('[data-away]') ? [] : [each.textContent]));
  return { show, seen, all, count: () => all().length };
}

test('the last view is restored with its state and is inactive while hidden', async () => {
  const { show, seen } = stage();
  await show('b');
  expect([seen(), awake]).toEqual([['b 2'], ['b']]);
  await show('a');
  expect([seen(), awake]).toEqual([['a 1'], ['a']]);
});

test('a view with a new key is remounted on return, not while visible', async () => {
  const { show, seen } = stage();
  await show('a', { mark: 'older ones came' });
  expect(seen()).toEqual(['a 1']);
  await show('b');
  await show('a', { mark: 'older ones came' });
  expect(seen()).toEqual(['a 1']);
  await show('b');
  await show('a', { mark: 'something new' });
  expect(seen()).toEqual(['a 3']);
});

test('three views stay mounted besides the visible one, excluded ones never', async () => {
  const { show, seen, count } = stage();
  await show('b', { isKept: false });
  for (const name of ['c', 'd']) await show(name);
  expect(count()).toBe(3);
  for (const name of ['e', 'f', 'g']) await show(name);
  expect(count()).toBe(4);
  await show('d');
  expect(seen()).toEqual(['d 4']);
  await show('a');
  expect(seen()).toEqual(['a 8']);
});

test('a hidden view stays laid out', async () => {
  const { show, all } = stage();
  await show('b');
  await show('c');
  expect(all().map((each) => getComputedStyle(each.parentElement ?? each).display)).not.toContain('none');
});
