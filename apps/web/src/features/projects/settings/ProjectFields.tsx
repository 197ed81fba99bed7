import { Textarea, TextInput } from '@mantine/core';
import { t } from '#sync/language.ts';

interface Props {
  name: string;
  desc: string;
  onName: (name: string) => void;
  onDesc: (desc: string) => void;
}

/** A project's name and description. */
export const ProjectFields = ({ name, desc, onName, onDesc }: Props) => (
  <>
    <TextInput
      data-autofocus
      label={t('project.name')}
      required
      withAsterisk={false}
      minLength={2}
      maxLength={32}
      value={name}
      onChange={(event) => onName(event.currentTarget.value)}
    />
    <Textarea
      label={t('project.desc')}
      autosize
      minRows={3}
      maxLength={255}
      value={desc}
      onChange={(event) => onDesc(event.currentTarget.value)}
    />
  </>
);
