import { CloseButton, Loader, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { Suspense } from 'react';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { t } from '#sync/language.ts';
import { ActionRow } from './ActionRow.tsx';
import { FormModal } from './FormModal.tsx';
import classes from './OwnReplies.module.css';
import { useReplies } from './program.actions.ts';
import { closeForm, openForm, useShownForm } from './shownForm.ts';

/** The replies of programs to this person alone, above the field, and their open form. */
export function OwnReplies({ dialogId }: { dialogId: number }) {
  const { list, dismiss } = useReplies();
  const { shown } = useShownForm();
  const here = list.filter((each) => each.dialog_id === dialogId);
  return (
    <>
      {here.length > 0 && (
        <div className={classes.list} role="log" aria-label={t('program.only_you')}>
          {here.map(({ key, name, text, actions, ticket }) => (
            <div key={key} className={classes.reply}>
              <div className={classes.head}>
                <IconEye size={14} stroke={1.75} aria-hidden />
                <Text size="xs" fw={600} truncate>
                  {name}
                </Text>
                <Text size="xs" c="dimmed">
                  {t('program.only_you')}
                </Text>
                <CloseButton size="sm" ml="auto" aria-label={t('action.close')} onClick={() => dismiss(key)} />
              </div>
              <Suspense fallback={<Loader size="xs" />}>
                <MessageText text={text} isMarkdown />
                {actions.length > 0 && <ActionRow dialogId={dialogId} of={{ ticket }} actions={actions} />}
              </Suspense>
            </div>
          ))}
        </div>
      )}
      {shown?.dialogId === dialogId && (
        <FormModal
          key={shown.form.ticket}
          form={shown.form}
          dialogId={dialogId}
          onClose={closeForm}
          onNext={(form) => openForm({ form, dialogId })}
        />
      )}
    </>
  );
}
