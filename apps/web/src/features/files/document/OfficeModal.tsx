import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { openInOffice } from '#entities/drive/office.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Modal } from '#ui/overlays/Modal.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Document.module.css';

/** The sandbox for an office server's editor. Its page has an origin of its own, so it cannot reach our pages. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals';

/** An office file in the editor of the workspace's office server, over everything else. */
export function OfficeModal({ file, onClose }: { file: DriveFile; onClose: () => void }) {
  const { data, problem, again } = useRequest(() => openInOffice(file.id), String(file.id));
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      title={<span className="visually-hidden">{fullName(file)}</span>}
      classNames={{ header: 'visually-hidden', body: classes.office ?? '' }}
    >
      <header className={classes.head}>
        <h2 className={classes.title} tabIndex={-1} data-autofocus>
          {fullName(file)}
        </h2>
        {data && !data.may_write && <span className={classes.unsaved}>{t('drive.read_only')}</span>}
        <span className={classes.tools} />
        <span className={classes.ends}>
          <Tooltip label={t('action.close')}>
            <ActionIcon aria-label={t('action.close')} onClick={onClose}>
              <IconX size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </span>
      </header>
      {problem && <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: again }} />}
      {!data && !problem && <LoadingPlaceholder label={t('state.loading')} />}
      {data && <iframe className={classes.officeFrame} src={data.url} title={fullName(file)} sandbox={SANDBOX} />}
    </Modal>
  );
}
