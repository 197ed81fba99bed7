import type { PersonTag } from '@atrium/contract/people/personTags.ts';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCheck, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { RowMenu } from '#ui/overlays/RowMenu.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './PersonTags.module.css';
import { TagField } from './TagField.tsx';
import type { PersonExtra } from './usePersonExtra.ts';

/** The skills that others see in a person. A click votes, or withdraws the vote; names are edited in the full list. */
export function PersonTags({ extra, isOwn }: { extra: PersonExtra; isOwn: boolean }) {
  const { state, tags, total, isListed } = extra;
  if (state === 'loading')
    return (
      <Group gap={6} role="status" aria-label={t('person_tag.title')}>
        {[90, 120, 70].map((width) => (
          <Skeleton key={width} height={28} width={width} radius="xl" />
        ))}
      </Group>
    );
  if (state === 'failed')
    return (
      <Group gap="xs" role="alert">
        <Text c="dimmed">{t('error.load')}</Text>
        <Button variant="subtle" size="compact-sm" onClick={extra.again}>
          {t('action.retry')}
        </Button>
      </Group>
    );
  return (
    <Stack gap="xs" align="flex-start">
      {total === 0 && <Text c="dimmed">{t(isOwn ? 'person_tag.none_own' : 'person_tag.none')}</Text>}
      <ul className={isListed ? classes.list : classes.tags}>
        {tags.map((tag) =>
          isListed ? (
            <Row key={tag.id} tag={tag} extra={extra} />
          ) : (
            <li key={tag.id}>
              <Chip tag={tag} onClick={() => extra.recognize(tag)} />
            </li>
          ),
        )}
        <li>
          <Adding extra={extra} />
        </li>
      </ul>
      {(total > 0 || isListed) && (
        <Button variant="subtle" size="compact-sm" aria-expanded={isListed} onClick={() => extra.show(!isListed)}>
          {isListed ? t('person_tag.fewer') : t('person_tag.all', { count: total })}
        </Button>
      )}
    </Stack>
  );
}

function Chip({ tag, onClick }: { tag: PersonTag; onClick: () => void }) {
  const { name, recognized, recognition_total: count } = tag;
  return (
    <PlainButton
      className={classes.chip}
      aria-pressed={recognized}
      aria-label={t('person_tag.recognized', { name, count })}
      onClick={onClick}
    >
      {recognized && <IconCheck size={14} stroke={2} aria-hidden="true" />}
      <span className={classes.name}>{name}</span>
      {count > 0 && <span className={classes.count}>{count}</span>}
    </PlainButton>
  );
}

function Row({ tag, extra }: { tag: PersonTag; extra: PersonExtra }) {
  const [isRenamed, setRenamed] = useState(false);
  const { name } = tag;
  const save = async (next: string) => {
    const words = await extra.rename(tag, next);
    if (!words) setRenamed(false);
    return words;
  };
  if (isRenamed)
    return (
      <li className={classes.row}>
        <TagField
          label={t('person_tag.menu', { name })}
          action={t('action.save')}
          value={name}
          onSave={save}
          onClose={() => setRenamed(false)}
        />
      </li>
    );
  const commands = [
    { id: 'rename', label: t('action.rename'), icon: IconPencil, run: () => setRenamed(true), may: tag.can_edit },
    {
      id: 'delete',
      label: t('person_tag.delete'),
      icon: IconTrash,
      isDangerous: true,
      run: () => void extra.remove(tag),
      may: tag.can_delete,
    },
  ].filter(({ may }) => may);
  return (
    <li className={classes.row}>
      <Chip tag={tag} onClick={() => extra.recognize(tag)} />
      <span className={classes.by}>{t('person_tag.by', { name: tag.created_by_name })}</span>
      {commands.length > 0 && <RowMenu label={t('person_tag.menu', { name })} commands={commands} />}
    </li>
  );
}

/** A button that becomes a field, and stays one for the next tag. */
function Adding({ extra }: { extra: PersonExtra }) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  if (state === 'open')
    return (
      <TagField
        label={t('person_tag.new')}
        action={t('person_tag.add')}
        onSave={extra.add}
        onClose={() => setState('closed')}
      />
    );
  return (
    <PlainButton
      className={`${classes.chip} ${classes.add}`}
      // The focus returns to the button after the field was closed.
      autoFocus={state === 'closed'}
      onClick={() => setState('open')}
    >
      <IconPlus size={14} stroke={2} aria-hidden="true" />
      {t('person_tag.add')}
    </PlainButton>
  );
}
