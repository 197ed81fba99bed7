import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { ActivityLog } from './ActivityLog.tsx';
import { Handoffs } from './Handoffs.tsx';

/** A task's history, and its previous owners. */
export function TaskHistory({ task }: { task: Task }) {
  const [tab, setTab] = useState<string | null>('log');
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List mb={8}>
        <Tabs.Tab value="log">{t('task.activity')}</Tabs.Tab>
        <Tabs.Tab value="handoffs">{t('handoff.history')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="log">
        <ActivityLog taskId={task.id} version={task.updated_at} />
      </Tabs.Panel>
      <Tabs.Panel value="handoffs">
        <Handoffs task={task} />
      </Tabs.Panel>
    </Tabs>
  );
}
