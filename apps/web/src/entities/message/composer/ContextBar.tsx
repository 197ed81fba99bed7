import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { CloseButton } from '@mantine/core';
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { ONE_LINE, previewLine } from '#sync/preview.ts';
import classes from './Composer.module.css';

/** The message being replied to or edited, above the field. */
export function ContextBar({
  message,
  isEditing,
  onCancel,
}: {
  message: ClientMessage;
  isEditing: boolean;
  onCancel: () => void;
}) {
  const author = useUser(message.userid);
  const Icon = isEditing ? IconPencil : IconArrowBackUp;
  return (
    <div className={classes.context}>
      <Icon size={16} />
      <div className={classes.quoted}>
        <strong>{isEditing ? t('composer.editing') : author?.nickname}</strong>
        <span className="truncate">{previewLine(message, ONE_LINE)}</span>
      </div>
      <CloseButton size="sm" aria-label={t('action.cancel')} onClick={onCancel} />
    </div>
  );
}
