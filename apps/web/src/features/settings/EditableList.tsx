import { Alert, Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import classes from './EditableList.module.css';
import type { useEditableList } from './useEditableList.ts';

type Edited = Pick<ReturnType<typeof useEditableList>, 'isRead' | 'isChanged' | 'problem' | 'undo' | 'submit'>;
interface Props {
  edited: Edited;
  hint: string;
  addWords: string;
  /** Undefined if the maximum is reached. */
  onAdd: (() => void) | undefined;
  children: ReactNode;
}

/** The frame of a list that is saved as a whole. */
export function EditableList({ edited, hint, addWords, onAdd, children }: Props) {
  if (!edited.isRead) {
    return <NotYet problem={edited.problem} />;
  }
  return (
    <form
      className={classes.page}
      onSubmit={(event) => {
        event.preventDefault();
        void edited.submit();
      }}
    >
      <p className={classes.hint}>{hint}</p>
      <ul className={classes.list}>{children}</ul>
      {onAdd && (
        <Button
          variant="default"
          className={classes.add ?? ''}
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={onAdd}
        >
          {addWords}
        </Button>
      )}
      {edited.problem && (
        <Alert role="alert" color="red" variant="light">
          {edited.problem}
        </Alert>
      )}
      {edited.isChanged && (
        <Group justify="flex-end" className={classes.bar ?? ''}>
          <Button variant="default" onClick={edited.undo}>
            {t('action.cancel')}
          </Button>
          <Button type="submit">{t('action.save')}</Button>
        </Group>
      )}
    </form>
  );
}
