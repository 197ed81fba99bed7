import { COMPLAINT_PICTURES, type ComplaintPicture } from '@atrium/contract/chat/complaints.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useFileChoice } from '#entities/message/files/useFileChoice.tsx';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { uploadPicture } from './complaint.actions.ts';
import classes from './PicturesField.module.css';

interface Props {
  pictures: readonly ComplaintPicture[];
  onChange: (change: (before: readonly ComplaintPicture[]) => readonly ComplaintPicture[]) => void;
  onProblem: (words: string) => void;
}

/** The pictures of a report. They are uploaded at once, and stored with the report when it is sent. */
export function PicturesField({ pictures, onChange, onProblem }: Props) {
  const [loading, setLoading] = useState(0);
  /** The thumbnails of the chosen files, by token. */
  const looks = useRef(new Map<string, string>());
  useEffect(() => {
    const made = looks.current;
    return () => {
      for (const address of made.values()) URL.revokeObjectURL(address);
    };
  }, []);
  const add = async (files: readonly File[]) => {
    onProblem('');
    setLoading(files.length);
    for (const file of files) {
      try {
        const stored = await uploadPicture(file);
        looks.current.set(stored.token, URL.createObjectURL(file));
        onChange((before) => [...before, stored]);
      } catch (error) {
        onProblem(wordsOf(error));
      }
      setLoading((left) => left - 1);
    }
  };
  const choice = useFileChoice((chosen) => void add(chosen.slice(0, COMPLAINT_PICTURES - pictures.length)));
  return (
    <div className={classes.box}>
      {pictures.length > 0 && (
        <ul className={classes.list} aria-label={t('complaint.pictures')}>
          {pictures.map(({ token, name }) => (
            <li key={token} className={classes.picture}>
              <img src={looks.current.get(token)} alt={name} />
              <ActionIcon
                size="sm"
                variant="filled"
                color="dark"
                className={classes.remove ?? ''}
                aria-label={t('complaint.picture_remove', { name })}
                onClick={() => onChange((before) => before.filter((each) => each.token !== token))}
              >
                <IconX size={14} stroke={2} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPhotoPlus size={16} stroke={1.75} />}
        loading={loading > 0}
        disabled={pictures.length >= COMPLAINT_PICTURES}
        onClick={() => choice.open('image/png,image/jpeg,image/webp,image/gif')}
      >
        {t('complaint.add_pictures')}
      </Button>
      {choice.field}
    </div>
  );
}
