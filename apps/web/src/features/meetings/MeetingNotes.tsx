import { NotesModal } from '#entities/assistant/NotesModal.tsx';
import { sendMarkdown } from '#entities/message/message.actions.ts';
import { t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';
import { notify } from '#ui/overlays/notices.ts';
import { type NotesSource, useMeetingNotes } from './meetingNotes.ts';
import { storeInOwnFiles } from './ownFiles.ts';

const close = () => useMeetingNotes.setState({ source: null });

/** Notes from the transcript of a recording, for the conversation of the meeting or one's own files. */
export function MeetingNotes({ source }: { source: NotesSource }) {
  const { name, transcript, dialogId } = source;
  const dialog = useRow('dialog', dialogId);
  const use = async ({ text }: { text: string }) => {
    if (dialog) return sendMarkdown(dialogId, text);
    const file = new File([text], `${t('meeting.notes_file', { name })}.md`, { type: 'text/markdown' });
    await storeInOwnFiles(file);
    notify(t('meeting.notes_saved', { name: file.name }));
  };
  const label = dialog ? t('meeting.notes_send', { name: dialog.name }) : t('meeting.notes_save');
  return <NotesModal transcript={transcript} label={label} onUse={use} onClose={close} />;
}
