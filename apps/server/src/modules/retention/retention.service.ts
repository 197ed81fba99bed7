import type { InputOf } from '@atrium/contract/kit.ts';
import {
  RETENTION_KINDS,
  type Retention,
  type RetentionKind,
  type retentionSetting,
} from '@atrium/contract/workspace/retention.ts';
import { expireMessage } from '#modules/messages/messages.service';
import { requireProof } from '#modules/sessions/proof.service';
import { changeSection, settingSection } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import type { Direct } from '#platform/http/route';
import { isClockTrusted } from '#platform/time/clockTrust';
import { performWork } from '#platform/work';
import { listExpired } from './retention.queries.ts';

const SECTION = 'retention';
const FOREVER: Retention = { user: 0, group: 0, project: 0, task: 0, department: 0, all: 0 };

const retentionOf = async (app: App): Promise<Retention> => ({
  ...FOREVER,
  ...(await settingSection<Partial<Retention>>(app, SECTION, {})),
});

export async function setRetention(
  direct: Direct,
  { type, ...sent }: InputOf<typeof retentionSetting>,
): Promise<Retention> {
  const { app, caller } = direct;
  if (type !== 'save') return retentionOf(app);
  // A proof is needed, because messages that are deleted tonight cannot be restored.
  await requireProof(direct);
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return changeSection<Retention>({ app, caller }, SECTION, (before) => ({ ...FOREVER, ...before, ...given }), FOREVER);
}

const DAY_MS = 86_400_000;
/** The number of messages that one transaction deletes. It locks them and their chats. */
const BATCH = 100;

/**
 * Deletes messages past the retention of their kind of chat, as withdrawing does: their text, files, to-dos and index
 * entries go, and clients get an event. Safe to run twice, and stopped at any moment.
 */
export async function removeExpired(app: App, now = new Date()): Promise<void> {
  if (!(await isClockTrusted(app))) return;
  const retention = await retentionOf(app);
  for (const kind of RETENTION_KINDS) {
    const days = retention[kind];
    if (days > 0) await removeOfKind(app, kind, days, new Date(now.getTime() - days * DAY_MS));
  }
}

async function removeOfKind(app: App, kind: RetentionKind, days: number, before: Date): Promise<void> {
  for (let after = { dialogId: 0, id: 0 }; ; ) {
    const expired = await listExpired(app.db, { kind, before, after, limit: BATCH });
    const last = expired.at(-1);
    if (last === undefined) return;
    after = last;
    await performWork(app, systemCaller, async (work) => {
      let removed = 0;
      for (const { id } of expired) if (await expireMessage(work, id)) removed++;
      if (removed > 0) work.audit({ action: 'retention.removed', detail: { kind, days, messages: removed } });
    });
  }
}
