import webpush from 'web-push';
import { createSectionOnce } from '#modules/system/settings.service';
import type { App } from '#platform/app';

/** The server's own VAPID keys. Browsers subscribe with the public one, so they are created once and never change. */
export const pushKeys = (app: App): Promise<{ publicKey: string; privateKey: string }> =>
  createSectionOnce(app, 'push_keys', () => webpush.generateVAPIDKeys());
