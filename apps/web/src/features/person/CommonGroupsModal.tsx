import { Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Modal } from '#ui/overlays/Modal.tsx';
import { showProblem } from '#ui/overlays/problem.ts';
import classes from './CommonGroups.module.css';
import { type CommonGroups, commonGroups, listWords } from './person.actions.ts';

interface Props {
  userid: number;
  onClose: () => void;
  onDialog: (id: number) => void;
}

/** Groups in common with a person, a page at a time. */
export function CommonGroupsModal({ userid, onClose, onDialog }: Props) {
  const isNarrow = useIsNarrow();
  const [page, setPage] = useState(1);
  const [found, setFound] = useState<CommonGroups | null>(null);
  const [isLoading, setLoading] = useState(true);
  useEffect(() => {
    let isShown = true;
    setLoading(true);
    commonGroups(userid, page)
      .then(
        (answer) =>
          isShown &&
          setFound((before) => ({
            ...answer,
            groups: page === 1 ? answer.groups : [...(before?.groups ?? []), ...answer.groups],
          })),
        (error: unknown) => isShown && showProblem(listWords(error)),
      )
      .finally(() => isShown && setLoading(false));
    return () => {
      isShown = false;
    };
  }, [userid, page]);
  return (
    <Modal opened onClose={onClose} title={t('person.common')} size={500} fullScreen={isNarrow} zIndex={360}>
      <Stack gap={2}>
        {found?.groups.length === 0 && <EmptyState drawing="people" text={t('person.common_none')} />}
        {found?.groups.map((group) => (
          <UnstyledButton key={group.id} className={classes.row} onClick={() => onDialog(group.id)}>
            <span className="truncate">{group.name}</span>
            <Text size="xs" c="dimmed" ml="auto">
              {t('dialog.people', { count: group.people })}
            </Text>
          </UnstyledButton>
        ))}
        {(found?.hasMore || isLoading) && (
          <Button variant="subtle" loading={isLoading} onClick={() => setPage(page + 1)}>
            {t('person.common_more')}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}
