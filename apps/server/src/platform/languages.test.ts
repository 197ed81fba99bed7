import { translate } from '@atrium/i18n/translate.ts';
import { expect, test } from 'vitest';
import { readLanguagesFromDisk } from './languages.ts';

test('a text of each part of a catalog is read when it is needed, and an unknown language is English', () => {
  readLanguagesFromDisk();
  for (const key of ['error.auth.required', 'bot.checkin_in', 'approval.template.leave']) {
    expect(translate('id', key)).not.toBe(key);
    expect(translate('id', key)).not.toBe(translate('en', key));
    expect(translate('../../../etc' as 'en', key)).toBe(translate('en', key));
  }
});
