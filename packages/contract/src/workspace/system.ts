import { Type } from 'typebox';
import { Count, call, OneOf } from '../kit.ts';

export const systemVersion = call('system/version', {
  summary: 'Returns the server’s version, and where clients are published with their newest version.',
  access: 'public',
  output: Type.Object({
    version: Type.String(),
    device_count: Count(),
    publish: Type.Object({
      provider: OneOf('generic', 'github'),
      /** The download page; '' if an administrator has named none. */
      url: Type.String(),
      owner: Type.String(),
      repo: Type.String(),
      /** The newest published client, if the code host names one. */
      version: Type.String(),
    }),
    privacy_url: Type.String(),
  }),
});

export const systemPrefetch = call('system/prefetch', {
  summary: 'Returns addresses that a shell may prefetch; none for browsers.',
  access: 'public',
  output: Type.Array(Type.String()),
  bare: true,
});

export const systemLicense = call('system/license', {
  summary: 'Returns the license: free, without a user limit. `error` says only what is wrong with it.',
  access: 'admin',
  input: Type.Object({ type: Type.Optional(OneOf('get', 'error')) }),
  output: Type.Object({
    /** Its short name in SPDX. */
    license: Type.String(),
    /** `people` 0 = unlimited, `expired_at` null = never. */
    info: Type.Object({
      people: Count(),
      expired_at: Type.Union([Type.String(), Type.Null()]),
      sn: Type.String(),
      mac: Type.Array(Type.String()),
      ip: Type.Array(Type.String()),
      domain: Type.Array(Type.String()),
      email: Type.Array(Type.String()),
    }),
    macs: Type.Array(Type.String()),
    version: Type.String(),
    /** Active people; bots do not count. */
    user_count: Count(),
    error: Type.Array(Type.String()),
  }),
});

export const systemUpdatelog = call('system/get/updatelog', {
  summary: 'Returns the release notes of the latest versions, in Markdown.',
  access: 'public',
  input: Type.Object({ take: Type.Optional(Type.Integer({ minimum: 10, maximum: 100, default: 50, wire: 'clamp' })) }),
  output: Type.Object({ logVersion: Type.String(), updateLog: Type.String() }),
});

export const systemCalls = [systemVersion, systemPrefetch, systemLicense, systemUpdatelog] as const;
