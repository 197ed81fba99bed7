import { expect, test } from 'vitest';
import { isKnownPassword, isOwnPassword } from './passwordRules.ts';

test('common passwords are known, also with a number or sign behind them, in any case', () => {
  for (const each of ['password', 'PASSWORD', 'Password2024', 'qwerty!!', 'iloveyou1', '87654321', 'zzzzzzzzz']) {
    expect(isKnownPassword(each), each).toBe(true);
  }
});

test('long, mixed and other alphabets are not mistaken for them', () => {
  for (const each of [
    'correct-Horse7',
    'abc密码很长的句子而且不常见',
    'master-4718-2290-1163',
    'пароль моря и ветра',
  ]) {
    expect(isKnownPassword(each), each).toBe(false);
  }
});

test('the own name and address are bad, a phrase that contains the name is not', () => {
  const own = { email: 'grace.hopper@navy.example', nickname: 'Grace Hopper' };
  for (const each of ['GraceHopper', 'grace.hopper', 'hopper12', 'grace.hopper@navy.example1']) {
    expect(isOwnPassword(each, own), each).toBe(true);
  }
  expect(isOwnPassword('grace found a moth in 1947', own)).toBe(false);
});
