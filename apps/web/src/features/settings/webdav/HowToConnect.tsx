import { Accordion, List, Title } from '@mantine/core';
import { IconBrandApple, IconBrandUbuntu, IconBrandWindows } from '@tabler/icons-react';
import { t } from '#sync/language.ts';

const SYSTEMS = [
  { id: 'windows', name: 'Windows', Icon: IconBrandWindows },
  { id: 'macos', name: 'macOS', Icon: IconBrandApple },
  { id: 'linux', name: 'Linux', Icon: IconBrandUbuntu },
] as const;

/** The steps to connect in the file manager of each system. */
export function HowToConnect({ address }: { address: string }) {
  // The address for file managers of Linux, which have another name for the protocol.
  const linux = address.replace(/^http/, 'dav');
  const words = {
    windows: [t('webdav.windows_1'), t('webdav.windows_2', { address }), t('webdav.windows_3')],
    macos: [t('webdav.macos_1'), t('webdav.macos_2', { address }), t('webdav.macos_3')],
    linux: [t('webdav.linux_1'), t('webdav.linux_2', { address: linux }), t('webdav.linux_3')],
  };
  return (
    <>
      <Title order={2} size="h4" mt="md">
        {t('webdav.connect')}
      </Title>
      <Accordion variant="contained">
        {SYSTEMS.map(({ id, name, Icon }) => (
          <Accordion.Item key={id} value={id}>
            <Accordion.Control icon={<Icon size={18} stroke={1.75} />}>{name}</Accordion.Control>
            <Accordion.Panel>
              <List type="ordered" spacing={4} size="sm" style={{ overflowWrap: 'anywhere' }}>
                {words[id].map((step) => (
                  <List.Item key={step}>{step}</List.Item>
                ))}
              </List>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  );
}
