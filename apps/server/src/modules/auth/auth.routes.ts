import { loginQrcode } from '@atrium/contract/people/qrLogin.ts';
import * as sessions from '@atrium/contract/people/sessions.ts';
import * as signInContract from '@atrium/contract/people/signIn.ts';
import * as signUp from '@atrium/contract/people/signUp.ts';
import { fail } from '#platform/fail';
import { direct, type Route, read, write } from '#platform/http/route';
import { neighbourhood } from '#platform/limiter';
import { wireTime } from '#platform/time/time';
import { describeLink, requireCodeNeeded, signIn, verifyEmail } from './auth.service.ts';
import { issueCaptcha, issueWork } from './captcha.service.ts';
import { editDevice, findDeviceRow, listDevices, logoutDevice, signOut, signOutOthers } from './devices.service.ts';
import {
  beginTotp,
  clearFactors,
  finishTotp,
  listFactors,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewCodes,
} from './factors/factors.service.ts';
import { addPasskey, beginPasskey } from './factors/passkeys.service.ts';
import { listProofs, proveSelf } from './factors/prove.service.ts';
import { passkeyChallenge, signInByFactor, signInByPasskey } from './factors/secondStep.service.ts';
import { forgotPassword, makeResetLink, readReset, resetPassword } from './passwords/reset.service.ts';
import { signInByCode } from './qr.service.ts';
import { readRegistration } from './signUp/registration.service.ts';

/** The limit is high because a whole office may share one address. */
const CAPTCHAS_PER_MINUTE = 300;

const signInRoutes: Route[] = [
  direct(signInContract.passwordForgot, forgotPassword),
  write(signInContract.passwordLink, makeResetLink),
  read(signInContract.resetInfo, readReset),
  direct(signInContract.passwordReset, resetPassword),
  direct(signInContract.loginFactor, signInByFactor),
  read(signInContract.passkeyOptions, passkeyChallenge),
  direct(signInContract.passkeyLogin, signInByPasskey),
  read(signInContract.proveOptions, listProofs),
  direct(signInContract.prove, proveSelf),
  read(signInContract.factorList, listFactors),
  write(signInContract.totpBegin, beginTotp),
  write(signInContract.totpConfirm, finishTotp),
  write(signInContract.totpRemove, removeTotp),
  write(signInContract.recoveryRenew, renewCodes),
  direct(signInContract.passkeyBegin, beginPasskey),
  direct(signInContract.passkeyAdd, addPasskey),
  write(signInContract.passkeyRename, renamePasskey),
  write(signInContract.passkeyRemove, removePasskey),
  write(signInContract.factorClear, clearFactors),
  write(signInContract.deviceLogoutOthers, signOutOthers),
];

export const authRoutes: Route[] = [
  ...signInRoutes,
  direct(sessions.login, signIn),
  direct(loginQrcode, signInByCode),
  read(sessions.loginNeedcode, requireCodeNeeded),
  read(sessions.loginCodejson, async ({ app, caller }) => {
    if (!app.limiter.take(`captcha:${neighbourhood(caller.ip)}`, CAPTCHAS_PER_MINUTE, 60_000))
      throw fail('rate.limited');
    return issueCaptcha(app);
  }),
  read(sessions.loginWork, async ({ app, caller }) => {
    if (!app.limiter.take(`work:${neighbourhood(caller.ip)}`, CAPTCHAS_PER_MINUTE, 60_000)) throw fail('rate.limited');
    return issueWork(app);
  }),
  read(signUp.regNeedinvite, readRegistration),
  write(sessions.logout, signOut),
  read(sessions.tokenExpire, async (view) => {
    const device = await findDeviceRow(view, view.caller.deviceId);
    const left = Math.floor((device.expired_at.getTime() - view.now.getTime()) / 1000);
    return {
      expired_at: wireTime(device.expired_at),
      remaining_seconds: left,
      expired: left <= 0,
      server_time: wireTime(view.now),
    };
  }),
  direct(signUp.emailLink, describeLink),
  direct(signUp.emailVerification, verifyEmail),
  read(sessions.deviceList, listDevices),
  write(sessions.deviceLogout, logoutDevice),
  write(sessions.deviceEdit, editDevice),
  read(sessions.socketStatus, async ({ app, caller }, { fd }) => {
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
