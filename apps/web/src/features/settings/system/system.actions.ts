import { meetingSetting } from '@atrium/contract/chat/meetings.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { pushSetting } from '@atrium/contract/people/notifications.ts';
import { emailCheck, mailSetting } from '@atrium/contract/workspace/mailServer.ts';
import { type Retention, retentionSetting } from '@atrium/contract/workspace/retention.ts';
import {
  type PriorityAnswer,
  systemColumnTemplate,
  systemPriority,
  systemSetting,
} from '@atrium/contract/workspace/settings.ts';
import { systemStatus } from '@atrium/contract/workspace/status.ts';
import { fileSetting, storageCheck } from '@atrium/contract/workspace/storage.ts';
import { forgetPriorities } from '#entities/task/menu/priorities.ts';
import { resultOf } from '#features/settings/settings.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/overlays/notices.ts';

export const readSettings = () => client.api.call(systemSetting, { type: 'all' });
/** Saved settings apply here at once; other devices load them on start or reconnect. @throws CallError */
export const saveSettings = (input: InputOf<typeof systemSetting>) =>
  client.api.call(systemSetting, { ...input, type: 'save' }).then((answer) => {
    client.setting = answer;
    notify(t('settings.saved'));
    return answer;
  });

export const readMail = () => client.api.read(mailSetting, {});
export type MailChange = Omit<InputOf<typeof mailSetting>, 'type'>;
/** @throws CallError with the server's text */
export const saveMail = (change: MailChange) => client.api.call(mailSetting, { type: 'save', ...change });

export const readPush = () => client.api.read(pushSetting, {});
/** @throws CallError with the server's text */
export const savePush = (change: Omit<InputOf<typeof pushSetting>, 'type'>) =>
  client.api.call(pushSetting, { type: 'save', ...change }).then((answer) => {
    notify(t('settings.saved'));
    return answer;
  });

export const readPackers = () => client.api.read(fileSetting, {});
/** @throws CallError with the server's text */
export const savePackers = (change: Omit<InputOf<typeof fileSetting>, 'type'>) =>
  client.api.call(fileSetting, { type: 'save', ...change }).then((answer) => {
    notify(t('settings.saved'));
    return answer;
  });

export const readMeeting = () => client.api.read(meetingSetting, {});
/** Turns meetings on or off. The setting applies here at once. @throws CallError with the server's text */
export const saveMeeting = (open: 'open' | 'close') =>
  client.api.call(meetingSetting, { type: 'save', open }).then((answer) => {
    if (client.setting) client.setting = { ...client.setting, meeting: open };
    notify(t('settings.saved'));
    return answer;
  });

export const readRetention = () => client.api.read(retentionSetting, {});
/** @throws CallError with the server's text */
export const saveRetention = (change: Retention) =>
  client.api.call(retentionSetting, { type: 'save', ...change }).then((answer) => {
    notify(t('settings.saved'));
    return answer;
  });

export const readPriorities = () => client.api.read(systemPriority, {});
export const savePriorities = (list: readonly PriorityAnswer[]) =>
  resultOf(
    client.api
      .call(systemPriority, {
        type: 'save',
        list: list.map((each) => ({ ...each, is_default: each.is_default === 1 })),
      })
      .then(forgetPriorities),
  );

type Templates = OutputOf<typeof systemColumnTemplate>;
export const readTemplates = () => client.api.read(systemColumnTemplate, {});
export const saveTemplates = (list: Readonly<Templates>) =>
  resultOf(client.api.call(systemColumnTemplate, { type: 'save', list: [...list] }));

/** @throws CallError with the server's text */
export const checkMail = (input: InputOf<typeof emailCheck>) =>
  client.api.call(emailCheck, input, { timeoutMs: 60_000 });
/** @throws CallError with the server's text */
export const checkStorage = () => client.api.call(storageCheck, {});
export const readStatus = () => client.api.read(systemStatus, {});
