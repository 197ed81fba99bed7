import { expect, test } from 'vitest';
import { calls } from './contract.ts';
import { areaOf, isRead, missingScopes } from './scopes.ts';

test('every call has an area, or is closed to access tokens', () => {
  expect(calls.filter((call) => areaOf(call) === undefined).map(({ path }) => path)).toEqual([]);
});

test('calls of administrators need an administrator’s scope', () => {
  const open = calls.filter(
    (call) => call.access === 'admin' && !['admin', 'never', 'free'].includes(areaOf(call) ?? ''),
  );
  expect(open.map(({ path }) => path)).toEqual([]);
});

test('what opens or ends sign-ins and accounts, or makes keys, is closed to access tokens', () => {
  const dangerous =
    /login|passw|editpass|factor|passkey|users\/prove|logout|device|accesstoken|application|delete\/account|users\/email|operation|sso|bot\/token|webhook|file\/key|users\/key/;
  const open = calls.filter((call) => dangerous.test(call.path) && areaOf(call) !== 'never');
  expect(open.map(({ path }) => path)).toEqual([]);
});

test('writing includes reading, and says what is missing', () => {
  expect(isRead({ path: 'project/lists' })).toBe(true);
  expect(missingScopes({ path: 'project/lists' }, ['projects:write'])).toEqual([]);
  expect(missingScopes({ path: 'project/add' }, ['projects:read'])).toEqual(['projects:write']);
  expect(missingScopes({ path: 'upload/init' }, ['files:write'])).toEqual(['messages:write']);
  expect(missingScopes({ path: 'users/editpass' }, ['people:write'])).toBeNull();
  expect(missingScopes({ path: 'system/version' }, [])).toEqual([]);
});
