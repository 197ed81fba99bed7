import type { FileDetails } from '@atrium/contract/files/details.ts';
import { type DriveFile, PERMISSION } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { Button, CloseButton, Loader, Text } from '@mantine/core';
import { IconInfoCircle, IconShare, IconUsers, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { readDetails } from '#entities/drive/drive.actions.ts';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { listTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { Versions } from '#features/files/document/Versions.tsx';
import { locale, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import classes from './DetailsPanel.module.css';
import { FilePreview } from './FilePreview.tsx';

interface Props {
  /** Null while nothing is chosen. */
  file: DriveFile | null;
  onOpen: (file: DriveFile) => void;
  onFolder: (id: number) => void;
  onShare: (file: DriveFile) => void;
  onChanged: () => void;
  onClose: () => void;
}

/** Beside the files: everything about the chosen one. */
export function DetailsPanel(props: Props) {
  return (
    <aside className={classes.panel} aria-label={t('drive.details')}>
      <header className={classes.head}>
        <h2 className={classes.title}>{props.file ? fullName(props.file) : t('drive.details')}</h2>
        <CloseButton aria-label={t('action.close')} onClick={props.onClose} />
      </header>
      {props.file ? <Details key={props.file.id} {...props} file={props.file} /> : <Hint />}
    </aside>
  );
}

/** The same on a phone, from below. */
export function DetailsSheet(props: Props & { file: DriveFile }) {
  return (
    <Drawer opened onClose={props.onClose} position="bottom" size="85%" title={fullName(props.file)}>
      <Details {...props} />
    </Drawer>
  );
}

const Hint = () => (
  <div className={classes.hint}>
    <IconInfoCircle size={28} stroke={1.5} aria-hidden />
    <Text size="sm" c="dimmed" ta="center">
      {t('drive.details_hint')}
    </Text>
  </div>
);

/** Moving through files with arrows asks for the details of the one that it ends at. */
const REST_MS = 150;

function Details({ file, onOpen, onFolder, onShare, onChanged }: Props & { file: DriveFile }) {
  const me = useMe();
  const { data, problem, again } = useRequest(
    () => readDetails(file.id),
    `${file.id} ${file.updated_at} ${file.share}`,
    {
      delayMs: REST_MS,
    },
  );
  const isFolder = file.type === 'folder';
  return (
    <div className={classes.body}>
      {!isFolder && <FilePreview file={file} onOpen={onOpen} />}
      {problem && <Text c="red">{problem}</Text>}
      {!data && !problem && <Loader size="sm" role="status" aria-label={t('state.loading')} />}
      {data && (
        <>
          <Facts {...{ details: data, onFolder }} />
          <Access details={data} />
          {(file.userid === me || !isFolder) && (
            <Button
              variant="default"
              leftSection={
                file.userid === me ? <IconShare size={16} stroke={1.75} /> : <IconWorld size={16} stroke={1.75} />
              }
              onClick={() => onShare(file)}
            >
              {t(file.userid === me ? 'drive.share' : 'drive.public')}
            </Button>
          )}
          {data.opened && <Opened opened={data.opened} />}
          {data.versions > 0 && (
            <div className={classes.versions}>
              <Versions
                file={file}
                mayRestore={file.permission >= PERMISSION.write}
                now={data.versions}
                onRestored={() => {
                  again();
                  onChanged();
                }}
              />
            </div>
          )}
        </>
      )}
    </div>
  );
}

function Facts({ details, onFolder }: { details: FileDetails; onFolder: (id: number) => void }) {
  const { file, place, changed_by } = details;
  const isFolder = file.type === 'folder';
  const above = place.at(-1);
  return (
    <dl className={classes.facts}>
      <Fact name={t('drive.column_type')}>
        {isFolder ? t('drive.folder') : file.ext.toUpperCase() || t('drive.details_file')}
      </Fact>
      {!isFolder && <Fact name={t('drive.column_size')}>{sizeWords(file.size, locale)}</Fact>}
      <Fact name={t('drive.column_owner')}>
        <Name userid={file.userid} />
      </Fact>
      <Fact name={t('drive.details_place')}>
        <Button variant="transparent" size="compact-sm" px={0} onClick={() => onFolder(above?.id ?? 0)}>
          {above?.name ?? t('drive.title')}
        </Button>
      </Fact>
      <Fact name={t('drive.details_created')}>
        {listTime(file.created_at)}
        <Name userid={file.created_id} />
      </Fact>
      <Fact name={t('drive.column_modified')}>
        {listTime(file.updated_at)}
        <Name userid={changed_by} />
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Name = ({ userid }: { userid: number }) => <span>{useUser(userid)?.nickname}</span>;

function Access({ details: { file, shares } }: { details: FileDetails }) {
  return (
    <section aria-label={t('drive.details_access')}>
      <h3 className={classes.heading}>{t('drive.details_access')}</h3>
      <ul className={classes.people}>
        <Person userid={file.userid} note={t('drive.column_owner')} />
        {shares?.map(({ userid, permission }) => (
          <Person key={userid} userid={userid} note={t(permission > 0 ? 'drive.may_write' : 'drive.may_read')} />
        ))}
        {!shares && <Mine permission={file.permission} />}
      </ul>
    </section>
  );
}

function Mine({ permission }: { permission: number }) {
  return <Person userid={useMe()} note={t(permission > 0 ? 'drive.may_write' : 'drive.may_read')} />;
}

function Opened({ opened }: { opened: NonNullable<FileDetails['opened']> }) {
  return (
    <section aria-label={t('drive.details_opened')}>
      <h3 className={classes.heading}>{t('drive.details_opened')}</h3>
      {opened.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('drive.details_unopened')}
        </Text>
      )}
      <ul className={classes.people}>
        {opened.map(({ userid, opened_at }) => (
          <Person key={userid} userid={userid} note={listTime(opened_at)} />
        ))}
      </ul>
    </section>
  );
}

/** A person, or everyone (0). */
function Person({ userid, note }: { userid: number; note: string }) {
  const user = useUser(userid);
  return (
    <li>
      {userid === 0 ? <IconUsers size={24} stroke={1.75} aria-hidden /> : <UserAvatar user={user} size={24} />}
      <span className="truncate">{userid === 0 ? t('drive.everybody') : user?.nickname}</span>
      <small>{note}</small>
    </li>
  );
}
