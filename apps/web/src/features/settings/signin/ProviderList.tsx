import type { Provider } from '@atrium/contract/people/singleSignOn.ts';
import { ActionIcon, Badge, Button, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyLine } from '#entities/form/CopyLine.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import { SettingsPart } from '#features/settings/SettingsForm.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { ProviderModal } from './ProviderModal.tsx';
import classes from './SignInSettings.module.css';
import { readSso, type SentProvider, saveProviders } from './signin.actions.ts';

/** The OpenID Connect providers that people can sign in with. */
export function ProviderList() {
  const { data, problem, show, fail } = useRequest(readSso);
  const [editing, setEditing] = useState<Provider | 'new' | null>(null);
  if (!data) return <NotYet problem={problem} />;
  const { providers, redirect_url } = data;

  const save = async (sent: SentProvider) => {
    const list = providers.some(({ id }) => id === sent.id)
      ? providers.map((each) => (each.id === sent.id ? sent : each))
      : [...providers, sent];
    show(await saveProviders(list));
    setEditing(null);
  };
  const remove = async ({ id, name }: Provider) => {
    const isSure = await askFirst({
      title: t('sso.remove'),
      text: t('sso.remove_text', { name }),
      action: t('sso.remove'),
      isDangerous: true,
    });
    if (isSure) await saveProviders(providers.filter((each) => each.id !== id)).then(show, fail);
  };
  return (
    <SettingsPart title={t('sso.title')}>
      <div className={classes.part}>
        <Text c="dimmed" mb="md">
          {t('sso.hint')}
        </Text>
        {providers.length > 0 ? (
          <ul className={classes.list}>
            {providers.map((each) => (
              <li key={each.id} className={classes.provider}>
                <div className={classes.about}>
                  <Text fw={600}>{each.name}</Text>
                  <Text size="sm" c="dimmed" truncate>
                    {each.issuer}
                  </Text>
                </div>
                {!each.open && <Badge variant="default">{t('sso.off')}</Badge>}
                <ActionIcon size="lg" aria-label={`${t('sso.edit')}: ${each.name}`} onClick={() => setEditing(each)}>
                  <IconPencil size={18} stroke={1.75} />
                </ActionIcon>
                <ActionIcon size="lg" aria-label={`${t('sso.remove')}: ${each.name}`} onClick={() => void remove(each)}>
                  <IconTrash size={18} stroke={1.75} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        ) : (
          <Text mb="md">{t('sso.none')}</Text>
        )}
        <Button
          className={classes.add ?? ''}
          variant="default"
          leftSection={<IconPlus size={18} />}
          onClick={() => setEditing('new')}
        >
          {t('sso.add')}
        </Button>
        <div className={classes.redirect}>
          <Text fw={600} size="sm" mb={4}>
            {t('sso.redirect')}
          </Text>
          <CopyLine id="sso-redirect" label={t('sso.redirect')} hint={t('sso.redirect_hint')} words={redirect_url} />
        </div>
      </div>
      {editing && (
        <ProviderModal
          provider={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(null)}
          onSave={save}
        />
      )}
    </SettingsPart>
  );
}
