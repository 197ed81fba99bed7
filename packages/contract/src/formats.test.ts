import { expect, test } from 'vitest';
import { isChinaMobile, isEmail, plainTel } from './formats.ts';

// covers A5-09
test('an email address has a name, one @ and a domain with a dot', () => {
  for (const text of ['ada@example.com', 'a.b+c@mail.example.org', 'Ä@例え.jp']) expect(isEmail(text), text).toBe(true);
  const none = ['', 'ada', 'ada@', '@example.com', 'ada@example', 'a b@example.com', 'a@b@c.de', 'a@b..c', '<a>@b.de'];
  for (const text of none) expect(isEmail(text), text).toBe(false);
  expect(isEmail(`${'a'.repeat(60)}@${'b'.repeat(50)}.com`)).toBe(false);
});

// covers A5-09
test('a mobile number of mainland China has eleven digits and begins with 13 to 19', () => {
  for (const text of ['13800138000', '138 0013 8000', '199-1234-5678', '+86 13800138000', '8613800138000']) {
    expect(isChinaMobile(text), text).toBe(true);
  }
  for (const text of ['', '1380013800', '138001380000', '12800138000', '+49 13800138000', '1380013800x']) {
    expect(isChinaMobile(text), text).toBe(false);
  }
  expect([plainTel('+86 138-0013-8000'), plainTel('+49 30 1234')]).toEqual(['13800138000', '+49 30 1234']);
});
