import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { Suspense } from 'react';
import { t } from '#sync/language.ts';
import { lazyChatPart, lazyPart } from '#sync/store/lazyPart.ts';
import { useCommands } from '#ui/keys/commands.ts';
import { useIsWide } from '#ui/layout/useIsPhone.ts';
import { useStable } from '#ui/useStable.ts';
import { useStateOf } from '#ui/useStateOf.ts';
import { DialogHead, type HeadProps } from './DialogHead.tsx';
import classes from './DialogPane.module.css';
import { FindBar } from './FindBar.tsx';
import { type InfoPart, setDockedInfo, useDockedInfo } from './info/infoView.ts';
import { usePeople } from './usePeople.ts';
import { useStableDialog } from './useStableDialog.ts';

// The editor is the heaviest part: it loads with the first opened conversation.
const Conversation = lazyChatPart(async () => (await import('#entities/message/Conversation.tsx')).Conversation);

export const fetchConversation = Conversation.fetch;

const DialogPanel = lazyPart(async () => (await import('./info/DialogPanel.tsx')).DialogPanel);

interface Props {
  dialog: ClientDialog;
  position?: number | undefined;
  onPerson: (userid: number) => void;
  onBack?: (() => void) | undefined;
  /** Opens the conversation in the messenger, if it is above another screen. */
  onMessenger?: (() => void) | undefined;
  /** Opens the conversation in its own window. */
  onWindow?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
  /** See `Conversation`. */
  takesKeys?: boolean;
}

/** A conversation with its header. */
export function DialogPane({
  dialog,
  position,
  onPerson,
  onBack,
  onMessenger,
  onWindow,
  onClose,
  takesKeys = false,
}: Props) {
  const people = usePeople(dialog.id, dialog.people);
  // Beside a conversation the panel stays open for the next one; above it, the panel belongs to this one.
  const isDocked = useIsWide() && takesKeys;
  const docked = useDockedInfo((state) => state.part);
  const [over, setOver] = useStateOf<InfoPart | null>(dialog.id, () => null);
  const part = isDocked ? docked : over;
  const show = (next: InfoPart | null) => (isDocked ? setDockedInfo(next) : setOver(next));
  const toggle = (next: InfoPart) => show(part === next ? null : next);
  const [isFinding, setFinding] = useStateOf(dialog.id, () => false);
  // Requested positions in this conversation, counted, because the same one may be requested again.
  const [wanted, setWanted] = useStateOf(`${dialog.id}.${position ?? ''}`, () => ({ id: 0, count: 0 }));
  const jump = (id: number) => setWanted(({ count }) => ({ id, count: count + 1 }));
  useCommands([
    {
      id: 'dialog-info',
      label: t('info.title'),
      keys: 'Mod+.',
      whileTyping: true,
      run: () => show(part ? null : 'about'),
    },
  ]);
  const head = useStable<HeadProps>({
    dialog: useStableDialog(dialog),
    part,
    onTitle: () => (dialog.type === 'group' ? show('about') : onPerson(dialog.dialog_user?.userid ?? 0)),
    onFind: () => setFinding(!isFinding),
    onPart: toggle,
    onInfo: () => show(part ? null : 'about'),
    onJump: jump,
    onBack,
    onMessenger,
    onWindow,
    onClose,
  });
  const talk = (
    <>
      <DialogHead {...head} />
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
    </>
  );
  const panel = part && (
    <Suspense>
      <DialogPanel
        dialog={dialog}
        part={part}
        isDocked={isDocked}
        onPart={show}
        onClose={() => show(null)}
        onPerson={onPerson}
        onJump={(id) => {
          if (!isDocked) show(null);
          jump(id);
        }}
      />
    </Suspense>
  );
  return takesKeys ? (
    <div className={classes.pane}>
      <div className={classes.talk}>{talk}</div>
      {panel}
    </div>
  ) : (
    <>
      {talk}
      {panel}
    </>
  );
}
