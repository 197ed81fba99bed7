import { Button, CloseButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { allowNotifications, chooseNotifications, useNotifying } from '#entities/notification/notification.actions.ts';
import { t } from '#sync/language.ts';
import { useSelect } from '#sync/store/useStore.ts';
import classes from './NotifyBar.module.css';

/** Offers notifications once there are chats, until the person decides; the browser asks only after the click. */
export function NotifyBar() {
  const { permission, choices } = useNotifying();
  const hasTalk = useSelect(['dialog'], (store) => [...store.all('dialog')].some((dialog) => dialog.last_msg), []);
  if (permission !== 'default' || choices.isAsked || !hasTalk) return null;
  return (
    <div className={classes.bar} role="note">
      <IconBell size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        {t('notify.bar')}
        <Button size="compact-sm" variant="light" onClick={() => void allowNotifications()}>
          {t('notify.allow')}
        </Button>
      </div>
      <CloseButton
        size="sm"
        aria-label={t('action.close')}
        onClick={() => void chooseNotifications({ isAsked: true })}
      />
    </div>
  );
}
