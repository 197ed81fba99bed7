import { deviceList } from '@atrium/contract/people/users.ts';
import { anotherDevice, PASSWORD, unique } from '../world.ts';
import {
  everyone,
  group,
  makeDepartment,
  message,
  onlyAdmin,
  people,
  personTag,
  project,
  type Rows,
  signedIn,
  strangers,
  subscription,
  task,
} from './scene.ts';

const newCommand = (for_all: boolean) => ({
  word: unique('w')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(-20),
  name: 'Robot',
  url: 'https://example.com/command',
  for_all,
});

export const rows: Rows = {
  // Nobody in this scene heads a department.
  'dashboard/team/stats': { cells: { outsider: 'team.head', member: 'team.head', owner: 'team.head' } },
  'dashboard/team/tasks': { cells: { outsider: 'team.head', member: 'team.head', owner: 'team.head' } },
  'users/annual/report': {},
  'users/key/client': {},
  'users/login': {
    input: () => ({ email: `${unique('no')}@example.com`, password: 'wrong-Pass1' }),
    cells: everyone('need'),
  },
  'users/login/needcode': {
    input: () => ({ email: 'x@example.com' }),
    cells: everyone('login.no_captcha'),
  },
  'users/login/codejson': {},
  'users/login/qrcode': { input: () => ({ code: unique('x'.repeat(32)) }), cells: everyone('login.qr_waiting') },
  'users/login/qrcode#login': {
    input: () => ({ type: 'login', code: unique('x'.repeat(32)) }),
    cells: { nobody: 'auth.required', disabled: 'auth.required' },
  },
  'users/reg/needinvite': {},
  'users/accesstoken/list': {},
  'users/accesstoken/add': { input: () => ({ name: 'Script', scopes: ['projects:read'] }) },
  'users/accesstoken/revoke': { input: () => ({ id: 2147483647 }), cells: signedIn('token.gone') },
  'users/status/set': { input: () => ({ emoji: '🌴', text: 'On vacation', minutes: 5 }) },
  'users/reminder/add': { input: () => ({ text: 'Water the plants', minutes: 5 }) },
  'users/reminder/list': {},
  'users/reminder/delete': { input: () => ({ id: 2147483647 }), cells: signedIn('reminder.gone') },
  'users/subscription/list': {},
  'users/subscription/edit': {
    input: () => ({ name: 'CI', url: 'https://example.com/hook', events: ['task.created'] }),
  },
  'users/subscription/edit#project': {
    input: async () => ({
      name: 'CI',
      url: 'https://example.com/hook',
      events: ['task.created'],
      ...(await project()),
    }),
    cells: strangers('project.gone'),
  },
  'users/subscription/secret': { input: () => ({ id: 2147483647 }), cells: signedIn('subscription.gone') },
  'users/subscription/delete': { input: () => ({ id: 2147483647 }), cells: signedIn('subscription.gone') },
  'users/subscription/deliveries': { input: () => ({ id: 2147483647 }), cells: signedIn('subscription.gone') },
  'users/subscription/resend': {
    input: () => ({ id: 2147483647, delivery_id: 1 }),
    cells: signedIn('subscription.gone'),
  },
  'users/command/list': {},
  'users/command/list#all': { input: () => ({ all: true }), cells: onlyAdmin },
  'users/command/edit': { input: () => newCommand(false) },
  'users/command/edit#all': { input: () => newCommand(true), cells: onlyAdmin },
  'users/command/secret': { input: () => ({ id: 2147483647 }), cells: signedIn('command.gone') },
  'users/command/delete': { input: () => ({ id: 2147483647 }), cells: signedIn('command.gone') },
  'users/application/ask': { input: () => ({ client_id: 'none' }), cells: signedIn('application.request') },
  'users/application/allow': { input: () => ({ client_id: 'none' }), cells: signedIn('application.request') },
  'users/application/list': {},
  'users/application/revoke': { input: () => ({ id: 2147483647 }), cells: signedIn('application.gone') },
  'users/bot/list': {},
  'users/bot/others': { cells: onlyAdmin },
  'users/bot/info': { input: () => ({ id: 2147483647 }), cells: signedIn('bot.gone') },
  'users/bot/edit': { input: () => ({ name: 'Robot' }) },
  'users/bot/delete': { input: () => ({ id: 2147483647, remark: 'x' }), cells: signedIn('bot.gone') },
  'users/bot/token': { input: () => ({ id: 2147483647 }), cells: signedIn('bot.gone') },
  'users/bot/revoke': { input: () => ({ id: 2147483647 }), cells: signedIn('bot.gone') },
  'users/bot/deliveries': { input: () => ({ id: 2147483647 }), cells: signedIn('bot.gone') },
  'users/bot/resend': { input: () => ({ id: 2147483647, delivery_id: 1 }), cells: signedIn('bot.gone') },
  'users/sso/list': {},
  'users/sso/start': { input: () => ({ id: 'none' }), cells: everyone('sso.gone') },
  'users/sso/finish': { input: () => ({ query: 'state=none', secret: 'none' }), cells: everyone('sso.expired') },
  'users/password/forgot': { input: () => ({ email: 'x@example.com' }), cells: everyone('reset.no_mail') },
  'users/password/link': { input: () => ({ userid: people.third.userid }), cells: onlyAdmin },
  'users/password/reset/info': { input: () => ({ token: 'none' }), cells: everyone('reset.gone') },
  'users/password/reset': {
    input: () => ({ token: 'none', password: 'correct-Horse7' }),
    cells: everyone('reset.gone'),
  },
  'users/login/factor': { input: () => ({ ticket: 'none', code: '123456' }), cells: everyone('login.ticket') },
  'users/passkey/options': { input: () => ({ ticket: 'none' }), cells: everyone('login.ticket') },
  'users/passkey/login': { input: () => ({ response: {} }), cells: everyone('passkey.unknown') },
  'users/prove/options': {},
  'users/prove': { input: () => ({ password: PASSWORD }) },
  'users/factor/list': {},
  'users/factor/totp/begin': {},
  'users/factor/totp/confirm': { input: () => ({ code: 'none' }), cells: signedIn('factor.wrong') },
  'users/factor/totp/remove': { cells: signedIn('factor.none') },
  'users/factor/recovery': { cells: signedIn('factor.none') },
  'users/passkey/begin': { cells: signedIn('passkey.address') },
  'users/passkey/add': { input: () => ({ name: 'Key', response: {} }), cells: signedIn('passkey.address') },
  'users/passkey/rename': { input: () => ({ id: 1, name: 'Key' }), cells: signedIn('passkey.gone') },
  'users/passkey/remove': { input: () => ({ id: 1 }), cells: signedIn('passkey.gone') },
  'users/factor/clear': {
    input: () => ({ userid: people.third.userid }),
    cells: { ...onlyAdmin, administrator: 'factor.none' },
  },
  'users/device/logout/others': {},
  'users/mail/info': {},
  'users/mail/save': { input: () => ({ is_wanted: true }) },
  'users/mail/unsubscribe': { input: () => ({ token: 'none' }), cells: everyone('unsubscribe.link') },
  'users/invitation/list': { cells: onlyAdmin },
  'users/invitation/add': { input: () => ({ max_uses: 3 }), cells: onlyAdmin },
  'users/invitation/renew': {
    input: () => ({ id: 1_000_000 }),
    cells: { ...onlyAdmin, administrator: 'invitation.gone' },
  },
  'users/invitation/revoke': {
    input: () => ({ id: 1_000_000 }),
    cells: { ...onlyAdmin, administrator: 'invitation.gone' },
  },
  'users/invitation/info': { input: () => ({ token: 'none' }), cells: everyone('invitation.gone') },
  'users/invitation/accept': {
    input: () => ({ token: 'none', nickname: 'Guest', password: PASSWORD }),
    cells: everyone('invitation.gone'),
  },
  'users/email/verification': { input: () => ({ code: 'nothing' }), cells: everyone('email.link') },
  'users/logout': { ends: true },
  'users/token/expire': {},
  'users/info': {},
  'users/basic': { input: () => ({ userid: [people.owner.userid] }) },
  'users/search': { input: () => ({ keys: { key: 'owner' } }) },
  'users/search#project': { input: async () => ({ keys: await project() }), cells: strangers('project.gone') },
  'users/search#dialog': { input: async () => ({ keys: await group() }), cells: strangers('dialog.gone') },
  'users/lists': { cells: onlyAdmin },
  'users/editdata': { input: () => ({ introduction: 'Hello' }) },
  'users/editpass': {
    input: () => ({ oldpass: 'wrong-Pass1', newpass: 'other-Pass2' }),
    cells: signedIn('password.wrong'),
  },
  'users/email/send': {
    input: () => ({ type: 2, email: `${unique('new')}@example.com` }),
    // No mail server is configured here.
    cells: signedIn('email.unsent'),
  },
  'users/email/edit': {
    input: (caller) => ({ newEmail: caller.email, password: PASSWORD }),
    cells: signedIn('email.same'),
  },
  'users/operation': { input: () => ({ userid: people.third.userid, profession: 'Cook' }), cells: onlyAdmin },
  'users/createuser': {
    input: () => ({ email: `${unique('made')}@example.com`, password: 'correct-Horse7', nickname: 'Made' }),
    cells: onlyAdmin,
  },
  'users/import/template': { cells: onlyAdmin },
  // Without a file: callers with access get that error.
  'users/import/preview': {
    input: () => ({ file: '/etc/passwd' }),
    cells: { ...onlyAdmin, administrator: 'parameter.missing' },
  },
  'users/import': { input: () => ({ rows: [] }), cells: onlyAdmin },
  'users/department/list': { cells: onlyAdmin },
  'users/department/add': {
    input: () => ({ name: 'Kitchen', owner_userid: people.third.userid }),
    cells: onlyAdmin,
  },
  'users/department/adddeputy': { input: makeDepartment, cells: onlyAdmin },
  'users/department/deldeputy': { input: makeDepartment, cells: onlyAdmin },
  'users/department/del': { input: makeDepartment, cells: onlyAdmin },
  'users/department/sync': { input: makeDepartment, cells: onlyAdmin },
  'users/info/departments': {},
  // A preview only; the last administrator cannot delete their account.
  // Nobody exports about somebody who is not there; one's own data would count against the other exports here.
  'users/data/export': {
    input: () => ({ userid: 2_000_000_000 }),
    cells: { ...onlyAdmin, administrator: 'user.gone' },
  },
  'users/delete/account': {
    input: (caller) => ({ type: 'warning', email: caller.email }),
    cells: { administrator: 'user.last_admin' },
  },
  'users/device/list': {},
  'users/device/logout': {
    input: async () => {
      const { list } = await (await anotherDevice(people.owner)).call(deviceList, {});
      return { id: list[0]?.id ?? 0 };
    },
    cells: { ...strangers('device.gone'), member: 'device.gone' },
  },
  'users/device/edit': { input: () => ({ device_name: 'Desk' }) },
  'users/socket/status': {
    input: () => ({ fd: people.owner.fd }),
    cells: { ...strangers('socket.gone'), member: 'socket.gone' },
  },
  'users/favorites': {},
  'users/favorites/clean': {},
  'users/favorite/check': { input: () => ({ type: 'task', id: 1 }) },
  'users/favorite/toggle': {
    input: async () => ({ type: 'task', id: (await task()).task_id }),
    cells: strangers('task.gone'),
  },
  'users/favorite/toggle#project': {
    input: async () => ({ type: 'project', id: (await project()).project_id }),
    cells: strangers('project.gone'),
  },
  'users/favorite/toggle#message': {
    input: async () => ({ type: 'message', id: (await message()).msg_id }),
    cells: strangers('message.gone'),
  },
  'users/favorite/remark': {
    input: async () => ({ type: 'task', id: (await task()).task_id, remark: 'why' }),
    cells: signedIn('favorite.none'),
  },
  'users/umeng/alias': {
    input: () => ({ alias: 'phone', userAgent: 'Android 15' }),
  },
  'users/push/info': {},
  'users/push/subscribe': { input: () => subscription() },
  'users/push/subscribe#inside': {
    input: () => ({ ...subscription(), endpoint: 'http://127.0.0.1/push' }),
    cells: signedIn('push.endpoint'),
  },
  'users/push/unsubscribe': {},
  'system/setting/apppush': { cells: onlyAdmin },
  'system/setting/apppush#save': { input: () => ({ type: 'save', push: 'open' }), cells: onlyAdmin },
  'users/push/check': { cells: signedIn('push.none') },
  'users/push/quiet': { input: () => ({ quiet_from: '22:00', quiet_to: '07:00', timezone: 'Europe/Berlin' }) },
  'users/push/quiet#nowhere': {
    input: () => ({ quiet_from: '22:00', quiet_to: '07:00', timezone: 'Mars/Base' }),
    cells: signedIn('push.hours'),
  },
  'users/extra': { input: () => ({ userid: people.owner.userid }) },
  'users/tags/lists': { input: () => ({ userid: people.owner.userid }) },
  'users/tags/add': { input: () => ({ userid: people.third.userid, name: unique('t').slice(-20) }) },
  'users/tags/update': {
    input: async () => ({ ...(await personTag()), name: unique('n').slice(-20) }),
    cells: { outsider: 'person_tag.own' },
  },
  'users/tags/delete': { input: personTag, cells: { outsider: 'person_tag.own' } },
  'users/tags/recognize': { input: personTag },
  'users/recent/browse': {},
  'users/recent/delete': { input: () => ({ id: 2_000_000_000 }), cells: signedIn('recent.gone') },
};
