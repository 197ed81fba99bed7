import { type DriveFile, PERMISSION } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { ActionIcon, Alert, Loader } from '@mantine/core';
import {
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
  IconDotsVertical,
  IconHistory,
  IconLink,
  IconMessage,
  IconX,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { copyLink, download } from '#entities/drive/drive.actions.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { CommandItems } from '#ui/keys/CommandItems.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import documentClasses from '../Document.module.css';
import { Versions } from '../Versions.tsx';
import { CommentsPanel } from './CommentsPanel.tsx';
import { colorOf } from './carets.ts';
import { placeOf } from './commentMarks.ts';
import { exportsOf } from './exports.ts';
import classes from './Live.module.css';
import { LiveEditor } from './LiveEditor.tsx';
import { LiveParts } from './LiveParts.tsx';
import { useComments } from './useComments.ts';
import { type OpenDocument, useOf, useSaves, useSharedDocument, useWholeOf } from './useSharedDocument.ts';

const SHOWN = 10;

/** A document, drawing, mind map or spreadsheet that several people edit at once. */
export function LiveDocument({ file, onClose }: { file: DriveFile; onClose?: () => void }) {
  const opened = useSharedDocument(file.id);
  useWholeOf(opened);
  const [editor, setEditor] = useState<Editor | null>(null);
  // The link of a mention names a comment, which is open from the start.
  const [chosen, setChosen] = useState(() => Number(new URLSearchParams(location.search).get('comment')) || 0);
  const [panel, setPanel] = useState<'comments' | 'versions' | null>(chosen ? 'comments' : null);
  const [begun, setBegun] = useState<{ place: string; quote: string } | null>(null);
  const comments = useComments(file.id, opened?.onComments ?? null);
  const saves = useSaves(file.id);
  const shared = opened?.shared;
  const isEnded = shared?.status === 'ended';
  const isParts = shared !== undefined && shared.format !== 'md' && shared.format !== 'text';
  const choose = useCallback((id: number) => {
    setChosen(id);
    setPanel('comments');
  }, []);
  const beginComment = useCallback(() => {
    const place = editor && placeOf(editor);
    setPanel('comments');
    if (place) setBegun(place);
  }, [editor]);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The modal has taken the focus before this was loaded.
    const focused = document.activeElement;
    if (focused !== document.body && focused?.contains(title.current)) title.current?.focus();
  }, []);
  const toggle = (which: 'comments' | 'versions') => setPanel(panel === which ? null : which);
  return (
    <section className={`${documentClasses.view} ${classes.document}`} aria-label={fullName(file)}>
      <header className={documentClasses.head}>
        <h2 ref={title} className={documentClasses.title} tabIndex={-1} data-autofocus>
          {fullName(file)}
        </h2>
        {opened && !isEnded && <Status opened={opened} />}
        {opened && <People opened={opened} />}
        <span className={documentClasses.tools}>
          {!isEnded && (
            <>
              <Tool
                icon={IconMessage}
                label={t('document.comments')}
                isOn={panel === 'comments'}
                onClick={() => toggle('comments')}
              />
              <Tool
                icon={IconHistory}
                label={t('drive.versions')}
                isOn={panel === 'versions'}
                onClick={() => toggle('versions')}
              />
              <Tool icon={IconLink} label={t('drive.link')} onClick={() => void copyLink(file)} />
              <DropdownMenu
                position="bottom-end"
                button={
                  <ActionIcon aria-label={t('document.more')}>
                    <IconDotsVertical size={18} stroke={1.75} />
                  </ActionIcon>
                }
              >
                <CommandItems commands={exportsOf(file, editor, () => download(file))} />
              </DropdownMenu>
            </>
          )}
        </span>
        <span className={documentClasses.ends}>
          {onClose && <Tool icon={IconX} label={t('action.close')} onClick={onClose} />}
        </span>
      </header>
      {shared?.problem && !isEnded && (
        <Alert role="alert" color="yellow" variant="light" m="sm" p="xs">
          {shared.problem} {t('document.kept_here')}
        </Alert>
      )}
      {isEnded && <EmptyState drawing="lost" text={`${t('document.ended')} ${shared.problem}`.trim()} />}
      {!isEnded && (
        <div className={documentClasses.columns}>
          {shared?.isOpen && opened && isParts ? (
            <LiveParts key={shared.doc.guid} file={file} opened={opened} mayWrite={shared.mayWrite} />
          ) : shared?.isOpen && opened ? (
            <LiveEditor
              key={shared.doc.guid}
              file={file}
              opened={opened}
              mayWrite={shared.mayWrite}
              comments={comments.list}
              chosen={chosen}
              onChoose={choose}
              onComment={beginComment}
              onEditor={setEditor}
            />
          ) : (
            <div className={classes.waiting}>
              <Loader size="sm" role="status" aria-label={t('state.loading')} />
            </div>
          )}
          {panel === 'comments' && (
            <CommentsPanel
              file={file}
              editor={editor}
              comments={comments}
              mayResolve={shared?.mayWrite === true}
              isWhole={isParts}
              begun={begun}
              chosen={chosen}
              onChoose={setChosen}
              onBegun={setBegun}
              onClose={() => setPanel(null)}
            />
          )}
          {panel === 'versions' && (
            <Versions
              file={file}
              mayRestore={file.permission >= PERMISSION.write && shared?.mayWrite === true}
              now={saves}
              onRestored={() => undefined}
            />
          )}
        </div>
      )}
    </section>
  );
}

interface ToolProps {
  icon: typeof IconX;
  label: string;
  isOn?: boolean;
  onClick: () => void;
}
function Tool({ icon: Icon, label, isOn, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        {...(isOn !== undefined && { 'aria-pressed': isOn, variant: isOn ? 'light' : 'subtle' })}
        onClick={onClick}
      >
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}

const STATUS = {
  opening: { icon: IconCloudUp, label: 'document.opening' },
  saving: { icon: IconCloudUp, label: 'document.saving' },
  saved: { icon: IconCloudCheck, label: 'document.saved' },
  offline: { icon: IconCloudOff, label: 'document.offline' },
} as const;

function Status({ opened }: { opened: OpenDocument }) {
  const status = useOf(opened, (shared) => shared.status);
  const isReader = useOf(opened, (shared) => shared.isOpen && !shared.mayWrite);
  // Keystrokes are saved faster than anybody could read that they are not.
  const [isSlow, setSlow] = useState(false);
  const isSaving = status === 'saving';
  useEffect(() => {
    if (!isSaving) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), 800);
    return () => clearTimeout(timer);
  }, [isSaving]);
  if (status === 'ended') return null;
  if (isReader && status !== 'offline') return <span className={classes.status}>{t('drive.read_only')}</span>;
  const { icon: Icon, label } = STATUS[isSaving && !isSlow ? 'saved' : status];
  return (
    <span className={classes.status} role="status" data-status={status}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {t(label)}
    </span>
  );
}

/** Everybody else who is there, in the colors of their carets. */
function People({ opened }: { opened: OpenDocument }) {
  const me = useMe();
  const there = useOf(opened, ({ carets }) => [...new Set([...carets.values()].map(({ userid }) => userid))].join());
  const userids = there
    .split(',')
    .map(Number)
    .filter((userid) => userid > 0 && userid !== me);
  const others = useUsers(userids.slice(0, SHOWN));
  if (others.length === 0) return null;
  return (
    <ul className={documentClasses.viewers} aria-label={t('drive.viewers')}>
      {others.map(
        (user) =>
          user && (
            <li key={user.userid} className={classes.person} style={{ borderColor: colorOf(user.userid) }}>
              <Tooltip label={user.nickname}>
                <span role="img" aria-label={user.nickname}>
                  <UserAvatar user={user} size={24} />
                </span>
              </Tooltip>
            </li>
          ),
      )}
      {userids.length > SHOWN && <li className={classes.status}>+{userids.length - SHOWN}</li>}
    </ul>
  );
}
