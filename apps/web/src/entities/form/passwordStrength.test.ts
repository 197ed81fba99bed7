import { expect, test } from 'vitest';
import { strengthOf } from './passwordStrength.ts';

test('longer and more varied passwords are stronger, runs and repetitions are not', () => {
  const of = (password: string) => strengthOf(password, 8);
  expect([of(''), of('short'), of('aaaaaaaaaaaaaaaa'), of('12345678901234')]).toEqual([0, 1, 1, 1]);
  expect([of('password1'), of('Welcome2026!'), of('admin-Passwort')]).toEqual([1, 1, 1]);
  expect(of('wintergale')).toBe(2);
  expect(of('Wintry-gale7')).toBe(3);
  expect(of('seven lamps on a wintry pier')).toBe(4);
  expect(strengthOf('Wintry-gale7', 20)).toBe(1);
});
