import * as mails from '@atrium/contract/people/mails.ts';
import * as contract from '@atrium/contract/people/notifications.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import { setAlias } from './mobileDevices.service.ts';
import { checkPush } from './push.service.ts';
import { setPush } from './pushSetting.service.ts';
import * as subscriptions from './subscriptions.service.ts';
import { readMailChoice, saveMailChoice, unsubscribe } from './unreadMails/unsubscribe.service.ts';

export const notificationRoutes: Route[] = [
  read(contract.pushInfo, subscriptions.pushInfo),
  write(contract.pushSubscribe, subscriptions.subscribe),
  write(contract.pushUnsubscribe, subscriptions.unsubscribe),
  direct(contract.pushCheck, checkPush),
  direct(contract.pushSetting, setPush),
  read(mails.mailInfo, readMailChoice),
  write(mails.mailSave, saveMailChoice),
  write(mails.mailUnsubscribe, unsubscribe),
  write(contract.pushAlias, setAlias),
  write(contract.pushQuiet, subscriptions.saveQuietHours),
  read(contract.pauseShow, subscriptions.showPause),
];
