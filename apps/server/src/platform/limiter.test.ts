import { expect, test } from 'vitest';
import { neighbourhood } from './limiter.ts';

test('limits count an IPv6 network and each single IPv4 address, in any notation', () => {
  const same = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:1:2:3', '2001:0db8:0001:0002:0:0:0:9', '2001:db8:1:2::1%eth0'];
  expect(same.map(neighbourhood)).toEqual(Array(4).fill('2001:db8:1:2::/64'));
  expect(neighbourhood('2001:db8::5')).toBe('2001:db8:0:0::/64');
  expect(neighbourhood('2001:db8:1:3::1')).not.toBe(neighbourhood('2001:db8:1:2::1'));
  expect(neighbourhood('::1')).toBe('0:0:0:0::/64');
  expect(['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:192.0.2.2'].map(neighbourhood)).toEqual([
    '192.0.2.1',
    '192.0.2.1',
    '192.0.2.2',
  ]);
  expect(neighbourhood('')).toBe('');
});
