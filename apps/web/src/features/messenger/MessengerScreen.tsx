import { Loader } from '@mantine/core';
import { IconAddressBook, IconMessages, IconPlus, IconSearch } from '@tabler/icons-react';
import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { DialogPane } from '#entities/dialog/DialogPane.tsx';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { useRow, useSelect } from '#sync/store/useStore.ts';
import { IconButton } from '#ui/IconButton.tsx';
import panes from '#ui/layout/Panes.module.css';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { Splitter, useWidth } from '#ui/layout/Splitter.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { ContactList } from './ContactList.tsx';
import { DialogList } from './DialogList.tsx';
import classes from './MessengerScreen.module.css';
import { loadUnlisted, openPerson } from './messenger.actions.ts';
import { NotifyBar } from './NotifyBar.tsx';
import { useOpenDialog } from './useOpenDialog.ts';

const NewGroupModal = lazyPart(async () => (await import('./NewGroupModal.tsx')).NewGroupModal);

/** The width of the list in px. */
const WIDTH = { least: 240, most: 400, usual: 300 };

interface Props {
  onPerson: (userid: number) => void;
  /** Opens the global search, if there is no sidebar. */
  onSearch: () => void;
}

/** The list beside the open conversation; on a phone one of the two. */
export function MessengerScreen({ onPerson, onSearch }: Props) {
  const { dialogAction } = useParams();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const state = useClientState();
  const [isNewGroup, setNewGroup] = useState(false);
  const { dialogId, position, open, close } = useOpenDialog();
  const isHere = useSelect(['dialog'], (store) => store.get('dialog', dialogId) !== undefined, [dialogId]);
  useUnlisted(dialogId);
  const isContacts = dialogAction === 'contacts';
  const openWith = async (userid: number) => {
    const id = await openPerson(userid);
    if (id) void navigate(`/manage/messenger?dialog=${id}`);
  };

  const newGroup = { label: t('group.new'), run: () => setNewGroup(true) };
  const side = useRef<HTMLElement>(null);
  const [width, setWidth] = useWidth('messenger.width', WIDTH);

  const showsList = !isPhone || !dialogId;
  return (
    <div className={panes.page}>
      {showsList && (
        <aside
          ref={side}
          className={panes.side}
          aria-label={t('nav.messenger')}
          {...(!isPhone && { style: { width } })}
        >
          <ScreenHeader
            title={t(isContacts ? 'contacts.title' : 'nav.messenger')}
            left={state === 'loading' && <Loader size="xs" role="status" aria-label={t('state.loading')} />}
          >
            {isPhone && (
              <IconButton size={34} aria-label={t('nav.search')} onClick={onSearch}>
                <IconSearch size={20} stroke={1.75} />
              </IconButton>
            )}
            <Tooltip label={newGroup.label}>
              <IconButton size={34} aria-label={newGroup.label} onClick={newGroup.run}>
                <IconPlus size={20} stroke={1.75} />
              </IconButton>
            </Tooltip>
          </ScreenHeader>
          {isContacts ? (
            <ContactList onOpen={(userid) => void openWith(userid)} />
          ) : (
            <>
              <NotifyBar />
              <DialogList selected={dialogId} onOpen={open} onOpenPerson={(userid) => void openWith(userid)} />
            </>
          )}
          <div className={classes.switch} role="tablist" aria-label={t('nav.messenger')}>
            <SwitchTab
              icon={IconMessages}
              label={t('messenger.chats')}
              isActive={!isContacts}
              onClick={() => void navigate('/manage/messenger')}
            />
            <SwitchTab
              icon={IconAddressBook}
              label={t('contacts.title')}
              isActive={isContacts}
              onClick={() => void navigate('/manage/messenger/contacts')}
            />
          </div>
          {!isPhone && (
            <Splitter label={t('messenger.width')} target={side} width={width} range={WIDTH} onChange={setWidth} />
          )}
        </aside>
      )}
      {(!isPhone || dialogId > 0) && (
        <div className={panes.main}>
          {isHere ? (
            <OpenDialog id={dialogId} position={position} onPerson={onPerson} onBack={isPhone ? close : undefined} />
          ) : (
            <EmptyState
              drawing="chat"
              text={t(dialogId > 0 && state !== 'loading' ? 'messenger.gone' : 'messenger.choose')}
              {...(isPhone && { action: { label: t('nav.messenger'), run: close } })}
            />
          )}
        </div>
      )}
      {isNewGroup && (
        <Suspense>
          <NewGroupModal onClose={() => setNewGroup(false)} onDone={open} />
        </Suspense>
      )}
    </div>
  );
}

type OpenProps = Omit<ComponentProps<typeof DialogPane>, 'dialog'> & { id: number };

/**
 * The open conversation. It is a component of its own, because every message changes it, and nothing else on the
 * screen.
 */
function OpenDialog({ id, ...props }: OpenProps) {
  const dialog = useRow('dialog', id);
  return dialog && <DialogPane dialog={dialog} takesKeys {...props} />;
}

/** Keeps a conversation outside the list loaded while it is open: an old one, or one viewed without membership. */
function useUnlisted(dialogId: number): void {
  const state = useClientState();
  const isReady = state === 'ready';
  useEffect(() => (dialogId > 0 && isReady ? loadUnlisted(dialogId) : undefined), [dialogId, isReady]);
}

interface SwitchTabProps {
  icon: typeof IconMessages;
  label: string;
  isActive: boolean;
  onClick: () => void;
}
function SwitchTab({ icon: Icon, label, isActive, onClick }: SwitchTabProps) {
  return (
    <button type="button" role="tab" aria-selected={isActive} className={classes.tab} onClick={onClick}>
      <Icon size={20} stroke={1.75} />
      {label}
    </button>
  );
}
