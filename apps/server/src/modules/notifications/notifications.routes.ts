import * as contract from '@atrium/contract/notifications.ts';
import { type Route, read, write } from '#platform/http/route';
import * as subscriptions from './subscriptions.service.ts';

export const notificationRoutes: Route[] = [
  read(contract.pushInfo, subscriptions.pushInfo),
  write(contract.pushSubscribe, subscriptions.subscribe),
  write(contract.pushUnsubscribe, subscriptions.unsubscribe),
  write(contract.pushQuiet, subscriptions.saveQuietHours),
];
