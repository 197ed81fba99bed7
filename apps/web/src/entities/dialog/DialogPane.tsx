import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { hasSessions } from '@atrium/contract/chat/assistants.ts';
import { ActionIcon, Badge, UnstyledButton } from '@mantine/core';
import { IconExternalLink, IconFolders, IconMessages, IconSearch, IconUsers, IconX } from '@tabler/icons-react';
import { memo, Suspense } from 'react';
import { listTime } from '#entities/message/time.ts';
import { SessionTools } from '#entities/session/SessionTools.tsx';
import { statusWords } from '#entities/user/status.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { later } from '#sync/store/later.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { useStable } from '#ui/useStable.ts';
import { useStateOf } from '#ui/useStateOf.ts';
import { DialogAvatar } from './DialogAvatar.tsx';
import { FindBar } from './FindBar.tsx';
import { dialogName } from './name.ts';
import { tagsOf } from './rules.ts';
import { usePeople } from './usePeople.ts';
import { useStableDialog } from './useStableDialog.ts';

// The editor is the heaviest part: it loads with the first opened conversation.
const Conversation = later(async () => (await import('#entities/message/Conversation.tsx')).Conversation);

export const fetchConversation = Conversation.fetch;

const DialogPanel = later(async () => (await import('./DialogPanel.tsx')).DialogPanel);

interface Props {
  dialog: ClientDialog;
  position?: number | undefined;
  onPerson: (userid: number) => void;
  onBack?: (() => void) | undefined;
  /** Opens it in the messenger, if it is above another screen. */
  onMessenger?: (() => void) | undefined;
  /** Opens it in its own window. */
  onWindow?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
  /** See `Conversation`. */
  takesKeys?: boolean;
}

/** A conversation with its header. */
export function DialogPane({ dialog, position, onPerson, onBack, onMessenger, onWindow, onClose, takesKeys }: Props) {
  const people = usePeople(dialog.id, dialog.people);
  const [isPanelOpen, setPanelOpen] = useStateOf(dialog.id, () => false);
  const [isFinding, setFinding] = useStateOf(dialog.id, () => false);
  // Requested positions in this conversation, counted, because the same one may be requested again.
  const [wanted, setWanted] = useStateOf(`${dialog.id}.${position ?? ''}`, () => ({ id: 0, count: 0 }));
  const jump = (id: number) => setWanted(({ count }) => ({ id, count: count + 1 }));
  const head = useStable<HeadProps>({
    dialog: useStableDialog(dialog),
    onTitle: () => (dialog.type === 'group' ? setPanelOpen(true) : onPerson(dialog.dialog_user?.userid ?? 0)),
    onFind: () => setFinding(!isFinding),
    onPanel: () => setPanelOpen(true),
    onBack,
    onMessenger,
    onWindow,
    onClose,
  });
  return (
    <>
      <Head {...head} />
      {isFinding && <FindBar key={dialog.id} dialogId={dialog.id} onJump={jump} onClose={() => setFinding(false)} />}
      <Suspense fallback={null}>
        <Conversation
          dialog={dialog}
          people={people}
          onPerson={onPerson}
          {...(takesKeys && { takesKeys })}
          {...(position && { position })}
          {...(wanted.count > 0 && { wanted })}
        />
      </Suspense>
      {isPanelOpen && (
        <Suspense>
          <DialogPanel
            dialog={dialog}
            onClose={() => setPanelOpen(false)}
            onPerson={onPerson}
            onJump={(id) => {
              setPanelOpen(false);
              jump(id);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface HeadProps {
  dialog: ClientDialog;
  onTitle: () => void;
  onFind: () => void;
  onPanel: () => void;
  onBack: (() => void) | undefined;
  onMessenger: (() => void) | undefined;
  onWindow: (() => void) | undefined;
  onClose: (() => void) | undefined;
}

/** The other person or group. Separate, because new messages do not change it. */
const Head = memo(function Head(props: HeadProps) {
  const { dialog, onTitle, onFind, onPanel, onBack, onMessenger, onWindow, onClose } = props;
  const peer = useUser(dialog.dialog_user?.userid ?? 0);
  const isGroup = dialog.type === 'group';
  const seen = peer?.online
    ? t('user.online')
    : peer?.line_at
      ? t('user.last_seen', { time: listTime(peer.line_at) })
      : '';
  const status = [statusWords(peer), seen].filter(Boolean).join(' · ');
  return (
    <ScreenHeader
      title={
        <UnstyledButton onClick={onTitle} style={{ display: 'flex', alignItems: 'center', gap: 12, minWidth: 0 }}>
          <DialogAvatar dialog={dialog} size={32} />
          <span style={{ minWidth: 0 }}>
            <span
              className="truncate"
              style={{ display: 'block', fontWeight: 600, fontSize: 'var(--mantine-font-size-md)' }}
            >
              {dialogName(dialog)}
            </span>
            <small
              style={{
                display: 'block',
                color: 'var(--ink-3)',
                fontWeight: 400,
                fontSize: 'var(--mantine-font-size-xs)',
              }}
            >
              {isGroup ? t('dialog.people', { count: dialog.people }) : status}
            </small>
          </span>
        </UnstyledButton>
      }
      left={
        <>
          {dialog.is_disable === 1 && <Badge color="gray">{t('user.resigned')}</Badge>}
          {tagsOf(dialog).map((tag) => (
            <Badge key={tag} color="gray" variant="light">
              {t(tag)}
            </Badge>
          ))}
        </>
      }
      {...(onBack && { back: { label: t('action.back'), run: onBack } })}
    >
      {hasSessions(dialog.email) && <SessionTools dialogId={dialog.id} />}
      <Tooltip label={t('find.title')}>
        <ActionIcon size="lg" aria-label={t('find.title')} onClick={onFind}>
          <IconSearch size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t(isGroup ? 'group.members' : 'shared.title')}>
        <ActionIcon size="lg" aria-label={t(isGroup ? 'group.members' : 'shared.title')} onClick={onPanel}>
          {isGroup ? <IconUsers size={20} stroke={1.75} /> : <IconFolders size={20} stroke={1.75} />}
        </ActionIcon>
      </Tooltip>
      {onMessenger && (
        <Tooltip label={t('dialog.in_messenger')}>
          <ActionIcon size="lg" aria-label={t('dialog.in_messenger')} onClick={onMessenger}>
            <IconMessages size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
      {onWindow && (
        <Tooltip label={t('dialog.window')}>
          <ActionIcon size="lg" aria-label={t('dialog.window')} onClick={onWindow}>
            <IconExternalLink size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
      {onClose && (
        <ActionIcon size="lg" aria-label={t('action.close')} onClick={onClose}>
          <IconX size={20} stroke={1.75} />
        </ActionIcon>
      )}
    </ScreenHeader>
  );
});
