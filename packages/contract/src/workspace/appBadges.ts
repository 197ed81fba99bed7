import { Type } from 'typebox';
import { Count, call, errors, event, Ids, Line, MaybeFlag, MaybeId, MaybeInt } from '../kit.ts';
import { APP_LIMITS, AppId, MenuKey } from './microApps.ts';

export const appBadgeErrors = errors({
  'app.secret': { ret: 0 },
});

export const appSecret = call('apps/secret', {
  summary: 'Makes a secret with which the app’s server sets badges; the one before ends. Needs a proof.',
  access: 'admin',
  input: Type.Object({ appid: AppId() }),
  output: Type.Object({ secret: Type.String() }),
  errors: ['app.missing', 'proof.needed'],
});

/** The badge of one entry. */
const Badge = {
  appid: Type.String(),
  menu_key: Type.String(),
  count: Count(),
  dot: Type.Boolean(),
};

export const appBadgeSet = call('apps/badge/set', {
  summary:
    'Sets the badge of an entry: with the app’s secret for others who see it, without one for the caller. Count 0 without a dot clears it.',
  access: 'public',
  input: Type.Object({
    appid: AppId(),
    secret: Type.Optional(Line({ maxLength: 200 })),
    userid: MaybeId(),
    userids: Type.Optional(Ids(APP_LIMITS.badgePeople)),
    menu_key: MenuKey(),
    count: MaybeInt({ minimum: 0, maximum: APP_LIMITS.badge }),
    dot: MaybeFlag(),
  }),
  output: Type.Object({ ...Badge, affected: Count() }),
  errors: ['app.missing', 'app.secret', 'app.only', 'auth.required', 'rate.limited', 'parameter.missing'],
});

export const appBadgeClear = call('apps/badge/clear', {
  summary: 'Clears the caller’s badge of an entry.',
  access: 'user',
  input: Type.Object({ appid: AppId(), menu_key: MenuKey() }),
  output: Type.Object(Badge),
  errors: ['app.missing'],
});

export const appBadgeList = call('apps/badge/list', {
  summary: 'Returns the caller’s badges: app, then entry, then count and dot.',
  access: 'user',
  output: Type.Record(Type.String(), Type.Record(Type.String(), Type.Object({ count: Count(), dot: Type.Boolean() }))),
});

export const appBadgeCalls = [appSecret, appBadgeSet, appBadgeClear, appBadgeList] as const;

/** A badge of the person changed. */
export const appBadgeChanged = event('appBadge', 'update', Type.Object(Badge));

export const appBadgeEvents = [appBadgeChanged] as const;
