import type { Area } from '@atrium/contract/scopes.ts';
import {
  APP_LOCATIONS,
  APP_SCOPES,
  APP_TYPES,
  type AppAudience,
  type MicroApp,
} from '@atrium/contract/workspace/microApps.ts';
import { Button, Checkbox, MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { saveCustom } from '#features/apps/apps.actions.ts';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { AudienceField } from './AudienceField.tsx';

interface Props {
  /** All own apps, which are saved together. */
  all: readonly MicroApp[];
  /** Null for a new one. */
  app: MicroApp | null;
  onClose: () => void;
}

const LOCATION_KEYS = { application: 'main', 'application/admin': 'admin', 'main/menu': 'menu' } as const;

/** An own app: an address of the administrator's in the menus. Entries besides the first are left as they are. */
export function CustomModal({ all, app, onClose }: Props) {
  const isNarrow = useIsNarrow();
  const first = app?.menu_items[0];
  const [fields, setFields] = useState({
    id: app?.id ?? '',
    name: app?.name ?? '',
    icon: app?.icon ?? '',
    url: first?.url ?? '',
    label: first?.label === app?.name ? '' : (first?.label ?? ''),
    location: first?.location ?? 'application',
    type: first?.type ?? 'iframe',
    keep_alive: first?.keep_alive ?? true,
  });
  const [permissions, setPermissions] = useState<string[]>([...(app?.permissions ?? [])]);
  const [audience, setAudience] = useState<AppAudience>(app?.visible_to ?? 'admin');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const finish = async (list: unknown[], done: string) => {
    setBusy(true);
    const words = await saveCustom(list);
    setBusy(false);
    setProblem(words);
    if (words) return;
    notify(done);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { id, name, icon, ...entry } = fields;
    const changed = {
      ...app,
      ...{ id: id.trim(), name: name.trim(), icon: icon.trim(), visible_to: audience, permissions },
      menu_items: [{ ...first, ...entry, url: entry.url.trim() }, ...(app?.menu_items.slice(1) ?? [])],
    };
    const list = app ? all.map((each) => (each.id === app.id ? changed : each)) : [...all, changed];
    void finish(list, t('settings.saved'));
  };
  const remove = async () => {
    if (!app) return;
    const isSure = await askFirst({
      title: t('apps.remove'),
      text: t('apps.remove_own', { name: app.name }),
      action: t('apps.remove'),
      isDangerous: true,
    });
    if (isSure) {
      await finish(
        all.filter(({ id }) => id !== app.id),
        t('apps.done_remove', { name: app.name }),
      );
    }
  };
  return (
    <Modal opened onClose={onClose} title={app ? app.name : t('apps.own_add')} fullScreen={isNarrow}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('apps.name')}
            required
            maxLength={60}
            value={fields.name}
            onChange={({ currentTarget: { value } }) =>
              set({ name: value, ...(!app && { id: idFrom(value, fields.id, fields.name) }) })
            }
          />
          <TextInput
            label={t('apps.id')}
            description={t('apps.id_hint')}
            required
            disabled={app !== null}
            pattern="[a-z0-9][a-z0-9\-]{0,38}[a-z0-9]"
            maxLength={40}
            value={fields.id}
            onChange={(event) => set({ id: event.currentTarget.value })}
          />
          <TextInput
            label={t('apps.url')}
            description={t('apps.url_hint')}
            required
            maxLength={2000}
            placeholder="https://example.org/?user={user_id}"
            value={fields.url}
            onChange={(event) => set({ url: event.currentTarget.value })}
          />
          <TextInput
            label={t('apps.label')}
            maxLength={60}
            placeholder={fields.name}
            value={fields.label}
            onChange={(event) => set({ label: event.currentTarget.value })}
          />
          <NativeSelect
            label={t('apps.location')}
            value={fields.location}
            data={APP_LOCATIONS.map((value) => ({ value, label: t(`apps.location_${LOCATION_KEYS[value]}`) }))}
            onChange={(event) => set({ location: event.currentTarget.value as typeof fields.location })}
          />
          <NativeSelect
            label={t('apps.type')}
            value={fields.type}
            data={APP_TYPES.map((value) => ({ value, label: t(`apps.type_${value}`) }))}
            onChange={(event) => set({ type: event.currentTarget.value as typeof fields.type })}
          />
          <TextInput
            label={t('apps.icon')}
            maxLength={2000}
            placeholder="https://example.org/icon.svg"
            value={fields.icon}
            onChange={(event) => set({ icon: event.currentTarget.value })}
          />
          <MultiSelect
            label={t('apps.permissions')}
            description={t('apps.permissions_hint')}
            data={APP_SCOPES.map((value) => ({ value, label: scopeName(value) }))}
            value={permissions}
            onChange={setPermissions}
          />
          <AudienceField value={audience} onChange={setAudience} />
          <Checkbox
            label={t('apps.keep_alive')}
            checked={fields.keep_alive}
            onChange={(event) => set({ keep_alive: event.currentTarget.checked })}
          />
          {app && (
            <Button
              variant="default"
              c="var(--red)"
              leftSection={<IconTrash size={18} />}
              onClick={() => void remove()}
              style={{ alignSelf: 'flex-start' }}
            >
              {t('apps.remove')}
            </Button>
          )}
          <FormEnd
            problem={problem}
            onCancel={onClose}
            loading={isBusy}
            disabled={typeof audience !== 'string' && audience.length === 0}
          >
            {t(app ? 'action.save' : 'action.create')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

function scopeName(scope: string): string {
  const [area, kind] = scope.split(':') as [Area, 'read' | 'write'];
  return `${t(`tokens.area_${area}`)}: ${t(`tokens.${kind}`)}`;
}

/** An id from the name, as long as nobody has entered another one. */
function idFrom(name: string, id: string, before: string): string {
  return id === '' || id === slug(before) ? slug(name) : id;
}
const slug = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .split(/[^a-z0-9]/)
    .filter(Boolean)
    .join('-')
    .slice(0, 40)
    .replace(/-$/, '');
