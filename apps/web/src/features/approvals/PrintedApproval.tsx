import { Button, Group } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect } from 'react';
import { readApproval } from '#entities/approval/approval.actions.ts';
import { NotYet } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import classes from './Approvals.module.css';
import { Paper } from './ApprovalView.tsx';

interface Props {
  id: number;
  isPrinting: boolean;
  onPerson: (userid: number) => void;
  onOpen: (id: number) => void;
}
/** Time for pictures and names to load. */
const SETTLE_MS = 800;

/** A request on a page of its own: the browser prints it, or stores it as a PDF. */
export function PrintedApproval({ id, isPrinting, onPerson, onOpen }: Props) {
  const { data, problem, show } = useRequest(() => readApproval(id), id);
  const isThere = data !== null;
  useEffect(() => {
    if (!isPrinting || !isThere) return;
    const timer = setTimeout(() => window.print(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isPrinting, isThere]);
  if (!data) return <NotYet problem={problem} />;
  return (
    <div className={classes.scroll}>
      <Group justify="flex-end" p="md" pb={0} className={classes.screenOnly ?? ''}>
        <Button variant="default" leftSection={<IconPrinter size={16} stroke={1.75} />} onClick={() => window.print()}>
          {t('approval.print')}
        </Button>
      </Group>
      <Paper approval={data} onPerson={onPerson} onOpen={onOpen} onChanged={show} isRead />
    </div>
  );
}
