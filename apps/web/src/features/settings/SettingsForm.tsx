import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Problem } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import classes from './SettingsScreen.module.css';

interface Source<Saved, Fields> {
  read: () => Promise<Saved>;
  /** Saves the edited fields. @returns the new values. @throws CallError with the server's text */
  save: (fields: Fields, saved: Saved) => Promise<Saved>;
  /** The editable part of the saved values. */
  fieldsOf: (saved: Saved) => Fields;
}

/** Settings that are loaded, edited in fields, and saved together. */
export interface EditedSettings<Saved, Fields> {
  saved: Saved;
  fields: Fields;
  set: (change: Partial<Fields>) => void;
  /** The state for `SettingsForm`. */
  form: FormState;
  /** Shows values that were saved in another way. */
  show: (saved: Saved) => void;
  fail: (error: unknown) => void;
}

interface FormState {
  problem: string;
  isChanged: boolean;
  onSubmit: () => Promise<void>;
  onCancel: () => void;
}

/** Returns null until the settings are loaded; `problem` then has the error, if any. */
export function useSettingsForm<Saved, Fields extends object>(
  source: Source<Saved, Fields>,
): { settings: EditedSettings<Saved, Fields> | null; problem: string } {
  const { data: saved, problem, show, fail } = useRequest(source.read);
  const [edited, setEdited] = useState<Fields | null>(null);
  if (saved === null) return { settings: null, problem };
  const kept = source.fieldsOf(saved);
  const fields = edited ?? kept;
  const showSaved = (next: Saved) => {
    setEdited(null);
    show(next);
  };
  const form = {
    problem,
    isChanged: JSON.stringify(fields) !== JSON.stringify(kept),
    onSubmit: () => source.save(fields, saved).then(showSaved, fail),
    onCancel: () => showSaved(saved),
  };
  const set = (change: Partial<Fields>) => setEdited((before) => ({ ...(before ?? kept), ...change }));
  return { settings: { saved, fields, set, form, show: showSaved, fail }, problem };
}

/** The rows of a settings page, the error, and after an edit the buttons to save or discard. */
export function SettingsForm({ form, children }: { form: FormState; children: ReactNode }) {
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void form.onSubmit();
      }}
    >
      {children}
      <Problem words={form.problem} />
      {form.isChanged && (
        <Group className={classes.bar ?? ''}>
          <Button variant="default" onClick={form.onCancel}>
            {t('action.cancel')}
          </Button>
          <Button type="submit">{t('action.save')}</Button>
        </Group>
      )}
    </form>
  );
}

/** A group of rows under a heading. */
export const SettingsPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
