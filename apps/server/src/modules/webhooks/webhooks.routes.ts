import * as contract from '@atrium/contract/chat/webhooks.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import { addWebhook, listFor, revokeWebhook, testWebhook } from './webhooks.service.ts';

export const webhookRoutes: Route[] = [
  read(contract.webhookList, listFor),
  write(contract.webhookAdd, addWebhook),
  direct(contract.webhookTest, testWebhook),
  write(contract.webhookRevoke, revokeWebhook),
];
