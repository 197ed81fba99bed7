import type { FormField, ProgramForm } from '@atrium/contract/chat/actions.ts';
import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { sendForm } from './program.actions.ts';

interface Props {
  form: ProgramForm;
  dialogId: number;
  onClose: () => void;
  /** Called when the program opens another form. */
  onNext: (form: ProgramForm) => void;
}

const first = ({ type, value }: FormField) => value ?? (type === 'checkbox' ? '0' : '');

/** A form that a program asks somebody to fill in. What it finds wrong is shown beside the fields. */
export function FormModal({ form, dialogId, onClose, onNext }: Props) {
  const isNarrow = useIsNarrow();
  const [values, setValues] = useState(() => Object.fromEntries(form.fields.map((each) => [each.name, first(each)])));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      const list = form.fields.map(({ name }) => ({ name, value: values[name] ?? '' }));
      const answer = await sendForm(dialogId, { ticket: form.ticket, values: list });
      if (answer.form) return onNext(answer.form);
      if (Object.keys(answer.problems).length === 0) return onClose();
      setProblems(answer.problems);
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  // Problems of fields that the form does not have are about the whole form.
  const others = Object.entries(problems).filter(([name]) => !form.fields.some((field) => field.name === name));
  return (
    <Modal opened onClose={onClose} title={form.title} size={480} fullScreen={isNarrow}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {form.fields.map((field, index) => (
            <Field
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              problem={problems[field.name] ?? ''}
              isFirst={index === 0}
              onChange={(value) => setValues((all) => ({ ...all, [field.name]: value }))}
            />
          ))}
          <FormEnd
            problem={[problem, ...others.map(([, words]) => words)].filter(Boolean).join(' ')}
            onCancel={onClose}
            loading={isBusy}
          >
            {form.submit || t('composer.send')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

interface FieldProps {
  field: FormField;
  value: string;
  problem: string;
  isFirst: boolean;
  onChange: (value: string) => void;
}

const INPUT = { text: 'text', number: 'number', date: 'date' } as const;

function Field({
  field: { type, label, hint, required = false, options = [] },
  value,
  problem,
  isFirst,
  onChange,
}: FieldProps) {
  const common = {
    label,
    ...(hint && { description: hint }),
    ...(problem && { error: problem }),
    ...(isFirst && { 'data-autofocus': true }),
    required,
  };
  if (type === 'checkbox') {
    return (
      <Checkbox
        {...common}
        checked={value === '1'}
        onChange={(event) => onChange(event.currentTarget.checked ? '1' : '0')}
      />
    );
  }
  if (type === 'select') {
    return (
      <NativeSelect
        {...common}
        value={value}
        data={[{ value: '', label: t('program.choose') }, ...options]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (type === 'textarea') {
    return (
      <Textarea
        {...common}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={5000}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      type={INPUT[type]}
      {...(type === 'number' && { step: 'any' })}
      maxLength={2000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
