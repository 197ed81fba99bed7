import { loginQrcode } from '@atrium/contract/people/qrLogin.ts';
import * as contract from '@atrium/contract/people/users.ts';
import { settingsOf } from '#modules/system/settings.service';
import { countActive } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { direct, type Route, read, write } from '#platform/http/route';
import { neighbourhood } from '#platform/limiter';
import { wireTime } from '#platform/time/time';
import { requireCodeNeeded, signIn, verifyEmail } from './auth.service.ts';
import { issueCaptcha } from './captcha.service.ts';
import { editDevice, findDeviceRow, listDevices, logoutDevice, signOut } from './devices.service.ts';
import { signInByCode } from './qr.service.ts';

/** A whole office may share one address. */
const CAPTCHAS_PER_MINUTE = 300;

export const authRoutes: Route[] = [
  direct(contract.login, signIn),
  direct(loginQrcode, signInByCode),
  read(contract.loginNeedcode, requireCodeNeeded),
  read(contract.loginCodejson, async ({ app, caller }) => {
    if (!app.limiter.take(`captcha:${neighbourhood(caller.ip)}`, CAPTCHAS_PER_MINUTE, 60_000))
      throw fail('rate.limited');
    return issueCaptcha(app);
  }),
  read(contract.regNeedinvite, async ({ app, tx }) => {
    const { reg } = await settingsOf(app);
    const isFirst = (await countActive(tx)) === 0;
    return { need: !isFirst && reg === 'invite', open: isFirst || reg !== 'close', first: isFirst };
  }),
  write(contract.logout, signOut),
  read(contract.tokenExpire, async (view) => {
    const device = await findDeviceRow(view, view.caller.deviceId);
    const left = Math.floor((device.expired_at.getTime() - view.now.getTime()) / 1000);
    return {
      expired_at: wireTime(device.expired_at),
      remaining_seconds: left,
      expired: left <= 0,
      server_time: wireTime(view.now),
    };
  }),
  direct(contract.emailVerification, verifyEmail),
  read(contract.deviceList, listDevices),
  write(contract.deviceLogout, logoutDevice),
  write(contract.deviceEdit, editDevice),
  read(contract.socketStatus, async ({ app, caller }, { fd }) => {
    const connection = app.hub.find(fd || caller.fd);
    if (!connection || connection.userid !== caller.userid) throw fail('socket.gone');
    return {
      id: connection.fd,
      fd: connection.fd,
      userid: connection.userid,
      updated_at: wireTime(connection.connectedAt),
    };
  }),
];
