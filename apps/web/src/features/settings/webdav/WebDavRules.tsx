import { DAV_LIMITS, type DavSettings, type davAdminStatus } from '@atrium/contract/files/dav.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { Button, Group, NumberInput, Paper, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import { useUser } from '#entities/user/useUsers.ts';
import editedClasses from '#features/settings/EditableList.module.css';
import { FormRow } from '#features/settings/FormRow.tsx';
import { SettingsForm, SettingsPart, useSettingsForm } from '#features/settings/SettingsForm.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { confirmAndRun } from '#ui/overlays/confirmAndRun.ts';
import { readRules, readUsers, revokeOf, saveRules } from './webdav.actions.ts';

/** The switch for access to files as a network drive, its limits, and the people who use it. */
export function WebDavRules() {
  const { settings, problem } = useSettingsForm({
    read: readRules,
    save: (fields: DavSettings) => saveRules(fields),
    fieldsOf: (saved: DavSettings) => saved,
  });
  if (!settings) return <NotYet problem={problem} />;
  const { fields, set, form } = settings;
  const number = (name: keyof typeof DAV_LIMITS, label: string, suffix = '') => (
    <FormRow label={label}>
      {(id) => (
        <NumberInput
          id={id}
          w={180}
          min={DAV_LIMITS[name].least}
          max={DAV_LIMITS[name].most}
          clampBehavior="blur"
          allowDecimal={false}
          suffix={suffix}
          value={fields[name]}
          onChange={(value) => set({ [name]: Number(value) || DAV_LIMITS[name].least })}
        />
      )}
    </FormRow>
  );
  return (
    <div className={editedClasses.page}>
      <SettingsForm form={form}>
        <Text c="dimmed">{t('webdav.about')}</Text>
        <FormRow label={t('webdav.allow')}>
          {(id) => (
            <Switch
              id={id}
              checked={fields.open === 'open'}
              onChange={(event) => set({ open: event.currentTarget.checked ? 'open' : 'close' })}
            />
          )}
        </FormRow>
        {number('credentials', t('webdav.per_person'))}
        {number('days', t('webdav.most_days'), ` ${t('retention.days')}`)}
        {number('file_mb', t('webdav.largest'), ' MB')}
        {number('copied', t('webdav.copied'))}
      </SettingsForm>
      <WebDavUsers />
    </div>
  );
}

type Users = OutputOf<typeof davAdminStatus>['list'];

function WebDavUsers() {
  const { data, problem, again } = useRequest(readUsers);
  const [more, setMore] = useState<{ list: Users; has_more: boolean } | null>(null);
  if (!data) return <NotYet problem={problem} />;
  const list = [...data.list, ...(more?.list ?? [])];
  const hasMore = more ? more.has_more : data.has_more;
  const showMore = async () => {
    const next = await readUsers(list.at(-1)?.userid);
    setMore({ list: [...(more?.list ?? []), ...next.list], has_more: next.has_more });
  };
  const revoke = async (userid: number) => {
    const question = { title: t('webdav.revoke_all'), text: t('webdav.revoke_all_text') };
    if (!(await confirmAndRun(question, () => revokeOf(userid)))) return;
    setMore(null);
    again();
  };
  return (
    <SettingsPart title={t('webdav.users')}>
      {list.length === 0 && <Text c="dimmed">{t('webdav.users_none')}</Text>}
      {list.map(({ userid, count, used_at, used_ip }) => (
        <Paper key={userid} withBorder p="sm" mb="xs" bg="var(--surface)">
          <Group justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <PersonName userid={userid} />
              <Text size="sm" c="dimmed">
                {t('webdav.count', { count })}
                {' · '}
                {used_at ? t('tokens.used', { time: fullTime(used_at), ip: used_ip }) : t('tokens.unused')}
              </Text>
            </div>
            <Button size="compact-sm" variant="default" onClick={() => void revoke(userid)}>
              {t('webdav.revoke_all')}
            </Button>
          </Group>
        </Paper>
      ))}
      {hasMore && (
        <Button variant="default" onClick={() => void showMore()}>
          {t('webdav.more')}
        </Button>
      )}
    </SettingsPart>
  );
}

function PersonName({ userid }: { userid: number }) {
  const user = useUser(userid);
  return (
    <Text fw={500} truncate>
      {user?.nickname ?? `#${userid}`}
    </Text>
  );
}
