import { VENDOR_NAMES, type VendorSetting } from '@atrium/contract/chat/assistants.ts';
import { Accordion, Badge, Skeleton, Text } from '@mantine/core';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './AssistantSettings.module.css';
import { readAssistants, readCommon } from './assistant.actions.ts';
import { CommonForm } from './CommonForm.tsx';
import { InterpretingForm } from './InterpretingForm.tsx';
import { ToolServers } from './ToolServers.tsx';
import { Usage } from './Usage.tsx';
import { VendorForm } from './VendorForm.tsx';

/** The workspace's assistants: each with a key, an address and models of its own. */
export function AssistantSettings() {
  const { data: list, problem, show, again } = useRequest<readonly VendorSetting[]>(readAssistants);
  if (problem) {
    return <EmptyState drawing="lost" text={t('assistant.failed')} action={{ label: t('action.retry'), run: again }} />;
  }
  if (!list) return [1, 2, 3].map((each) => <Skeleton key={each} h={52} mb={8} radius="md" maw={680} />);
  return (
    <div className={classes.page}>
      <Text c="dimmed">{t('assistant.hint')}</Text>
      <Accordion variant="separated" radius="md" className={classes.list ?? ''}>
        {list.map((setting) => (
          <Accordion.Item key={setting.vendor} value={setting.vendor}>
            <Accordion.Control>
              <span className={classes.name}>
                {VENDOR_NAMES[setting.vendor]}
                {setting.is_ready && (
                  <Badge variant="light" color="green">
                    {t('assistant.ready')}
                  </Badge>
                )}
                {setting.is_ready && <small>{setting.model}</small>}
              </span>
            </Accordion.Control>
            <Accordion.Panel>
              <VendorForm key={JSON.stringify(setting)} setting={setting} onSaved={show} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <More vendors={list} />
    </div>
  );
}

/** The settings of assistants besides chats, and their costs. */
function More({ vendors }: { vendors: readonly VendorSetting[] }) {
  const { data, problem, show, again } = useRequest(readCommon);
  if (problem) {
    return <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: again }} />;
  }
  if (!data) return <Skeleton h={160} mt="lg" radius="md" />;
  const sections = [
    {
      key: 'common',
      title: t('assistant.common'),
      body: <CommonForm key={JSON.stringify(data)} setting={data} vendors={vendors} onSaved={show} />,
    },
    {
      key: 'interpreting',
      title: t('assistant.interpreting'),
      body: <InterpretingForm key={JSON.stringify(data)} setting={data} onSaved={show} />,
    },
    { key: 'servers', title: t('assistant.servers'), body: <ToolServers setting={data} onSaved={show} /> },
    { key: 'usage', title: t('assistant.usage'), body: <Usage /> },
  ];
  return (
    <Accordion variant="separated" radius="md" className={classes.list ?? ''}>
      {sections.map(({ key, title, body }) => (
        <Accordion.Item key={key} value={key}>
          <Accordion.Control>
            <span className={classes.name}>{title}</span>
          </Accordion.Control>
          <Accordion.Panel>{body}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
