import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { t } from '#sync/language.ts';
import { ColumnTemplateSettings } from './ColumnTemplateSettings.tsx';
import { PrioritySettings } from './PrioritySettings.tsx';
import { ServerChecks } from './ServerChecks.tsx';
import classes from './SystemPages.module.css';
import { SystemSettings } from './SystemSettings.tsx';

const TABS = ['rules', 'priorities', 'templates', 'checks'] as const;

/** What administrators decide for everybody, and whether what the server needs is there. */
export function SystemPages() {
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'rules';
  return (
    <Tabs value={tab} onChange={(value) => setParams({ tab: value ?? 'rules' }, { replace: true })} keepMounted={false}>
      <Tabs.List mb="lg" className={classes.tabs ?? ''}>
        {TABS.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t(`system.tab_${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="rules">
        <SystemSettings />
      </Tabs.Panel>
      <Tabs.Panel value="priorities">
        <PrioritySettings />
      </Tabs.Panel>
      <Tabs.Panel value="templates">
        <ColumnTemplateSettings />
      </Tabs.Panel>
      <Tabs.Panel value="checks">
        <ServerChecks />
      </Tabs.Panel>
    </Tabs>
  );
}
