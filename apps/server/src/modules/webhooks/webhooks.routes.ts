import * as contract from '@atrium/contract/chat/webhooks.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import { addWebhook, editWebhook, listFor, revokeWebhook, testWebhook } from './webhooks.service.ts';

export const webhookRoutes: Route[] = [
  read(contract.webhookList, listFor),
  write(contract.webhookAdd, addWebhook),
  write(contract.webhookEdit, editWebhook),
  direct(contract.webhookTest, testWebhook),
  write(contract.webhookRevoke, revokeWebhook),
];
