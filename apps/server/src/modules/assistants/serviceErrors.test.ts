import { beforeAll, expect, test } from 'vitest';
import { readLanguagesFromDisk } from '#platform/languages';
import { OutboundRefused } from '#platform/outside/outbound';
import { serviceErrorText } from './serviceErrors.ts';

const admin = (lang: 'en' | 'de') => ({ lang, isAdmin: true });
beforeAll(readLanguagesFromDisk);

const failure = (fields: object, message = 'Request failed') => Object.assign(new Error(message), fields);

test('why a service did not answer is said in the reader’s language, with the service’s own words', () => {
  const refused = failure({ statusCode: 401, responseBody: '{"error":{"message":"Incorrect\\nAPI key"}}' });
  expect(serviceErrorText(refused, admin('de'))).toBe('Der Dienst hat den Schlüssel abgelehnt. („Incorrect API key“)');
  const repeated = failure({ errors: [new Error('first'), failure({ statusCode: 429 }, 'Too many')] }, 'gave up');
  expect(serviceErrorText(repeated, admin('en'))).toBe('Its service is busy, or its limit is used up. (“Too many”)');
  const away = failure({ cause: failure({ code: 'ECONNREFUSED' }, 'connect ECONNREFUSED') });
  expect(serviceErrorText(away, admin('en'))).toContain('isn’t responding');
  expect(serviceErrorText(AbortSignal.abort(new DOMException('late', 'TimeoutError')).reason, admin('en'))).toContain(
    'too long',
  );
  expect(serviceErrorText(failure({ responseBody: '{"message":"odd"}' }), admin('en'))).toBe(
    'Its service reported an error. (“odd”)',
  );
});

test('people who administer nothing read the kind of failure alone', () => {
  const away = failure({ cause: failure({ code: 'ECONNREFUSED' }, 'connect ECONNREFUSED 10.0.0.7:80') });
  expect(serviceErrorText(away, { lang: 'en', isAdmin: false })).toBe('Its service isn’t responding.');
});

test('what our own guard refused is said once, without a kind', () => {
  const guarded = failure({ cause: new OutboundRefused('models.lan is not a public address') }, 'Cannot connect');
  expect(serviceErrorText(guarded, admin('en'))).toContain('models.lan is not on the public internet');
  expect(serviceErrorText(guarded, admin('en'))).not.toContain('“');
});
