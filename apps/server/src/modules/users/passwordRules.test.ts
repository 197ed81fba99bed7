import { expect, test } from 'vitest';
import { isKnownPassword, isOwnPassword } from './passwordRules.ts';

test('common passwords are known, also with a number or sign behind them, in any case', () => {
  for (const each of ['password', 'PASSWORD', 'Password2024', 'qwerty!!', 'iloveyou1', '87654321', 'zzzzzzzzz']) {
    expect(isKnownPassword(each), each).toBe(true);
  }
});

test('common passwords of all languages, keyboard walks and numbers are known', () => {
  const all = `qwertz123 Willkommen1 Passwort2024! Sommer2025 azerty123 Azertyuiop1 motdepasse1 Bonjour123 5201314520
    woaini1314 我爱你520 пароль123 йцукен12 Привет2024 sakura123 パスワード1 saranghae1 비밀번호1 bismillah1 sayang123
    1qaz2wsx 1q2w3e4r asdfghjkl poiuytrewq 19900101 24.12.1985 abcabcabc 520520520 73915824`;
  for (const each of ['hallo123456', 'test123456', 'geheim1234567', 'mima12345', 'admin123456'])
    expect(isKnownPassword(each), each).toBe(true);
  expect(isKnownPassword(`${'6'.repeat(255)}x`)).toBe(false);
  const missed = all.split(/\s+/).filter((each) => !isKnownPassword(each));
  expect(missed).toEqual(['73915824']);
});

test('long, mixed and other alphabets are not mistaken for them', () => {
  for (const each of [
    'correct-Horse7',
    'test-4718229011',
    'abc密码很长的句子而且不常见',
    'master-4718-2290-1163',
    'пароль моря и ветра',
  ]) {
    expect(isKnownPassword(each), each).toBe(false);
  }
});

test('the own name and address are bad, a phrase that contains the name is not', () => {
  const own = { email: 'grace.hopper@navy.example', nickname: 'Grace Hopper', workspace: 'Harbor Crew' };
  const bad = 'GraceHopper grace.hopper hopper12 Hopper2024! 1906-grace navy2026!! Harbor2026 HarborCrew123456';
  for (const each of [...bad.split(' '), 'grace.hopper@navy.example1']) {
    expect(isOwnPassword(each, own), each).toBe(true);
  }
  expect(isOwnPassword('grace found a moth in 1947', own)).toBe(false);
});
