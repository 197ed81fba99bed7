import { LINK_PASSWORD_MIN, type PublicLink } from '@atrium/contract/files/drive.ts';
import { Button, Group, NumberInput, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { type LinkChange, savePublicLink } from '#entities/drive/drive.actions.ts';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';

/** The password of the own public link, and how often it can be opened. */
export function LinkOptions({ link, onSaved }: { link: PublicLink; onSaved: (link: PublicLink) => void }) {
  const [password, setPassword] = useState('');
  const [limit, setLimit] = useState<number | string>(link.open_limit || '');
  const [isBusy, setBusy] = useState(false);
  const [isShort, setShort] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const save = async (change: LinkChange) => {
    setBusy(true);
    const saved = await savePublicLink(link.file_id, change);
    setBusy(false);
    if (!saved) return;
    notify(t('drive.link_saved'));
    onSaved(saved);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const open_limit = Number(limit) || 0;
    if (password !== '' && password.length < LINK_PASSWORD_MIN) {
      setShort(true);
      field.current?.focus();
      return;
    }
    void save({
      ...(password !== '' && { password }),
      // Saving it again would begin to count again.
      ...(open_limit !== link.open_limit && { open_limit }),
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" mt="sm" maw={360}>
        <PasswordInput
          ref={field}
          autoFocus
          label={t('drive.link_password')}
          description={link.has_password ? t('drive.link_password_kept') : t('drive.link_password_hint')}
          autoComplete="new-password"
          maxLength={256}
          value={password}
          error={isShort && t('error.drive.link_short', { least: LINK_PASSWORD_MIN })}
          aria-invalid={isShort}
          onChange={(event) => {
            setShort(false);
            setPassword(event.currentTarget.value);
          }}
        />
        <NumberInput
          label={t('drive.link_limit')}
          description={t('drive.link_limit_hint')}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          allowNegative={false}
          value={limit}
          onChange={setLimit}
        />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={isBusy}>
            {t('action.save')}
          </Button>
          {link.has_password && (
            <Button size="xs" variant="subtle" color="red" onClick={() => void save({ password: '' })}>
              {t('drive.link_password_remove')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
