import { expect, test } from 'vitest';
import { databaseErrorCode } from './databaseErrors.ts';

const thrown = (fields: object, message = 'x') => Object.assign(new Error(message), fields);

test.for([
  [thrown({ code: '53100' }), 'disk.full'],
  [thrown({ code: 'ENOSPC', syscall: 'write' }), 'disk.full'],
  [thrown({ code: '53200' }), 'server.exhausted'],
  [thrown({ code: '57P03' }), 'database.away'],
  [thrown({ code: '57P01' }), 'database.away'],
  [thrown({ code: '08006' }), 'database.away'],
  [thrown({ code: 'ECONNREFUSED', syscall: 'connect' }), 'database.away'],
  [thrown({ code: 'ENOENT', syscall: 'connect' }), 'database.away'],
  [thrown({}, 'Connection terminated unexpectedly'), 'database.away'],
  [thrown({ code: 'ENOENT', syscall: 'open' }), null],
  [thrown({ code: '23505' }), null],
  [new TypeError('x is not a function'), null],
  ['nothing', null],
] as const)('%o is %s', ([error, code]) => {
  expect(databaseErrorCode(error)).toBe(code);
});
