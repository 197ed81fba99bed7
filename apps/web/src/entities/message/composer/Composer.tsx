import type { Sticker } from '@atrium/contract/chat/stickers.ts';
import { IconArrowsDiagonal, IconAt, IconHash, IconPaperclip } from '@tabler/icons-react';
import { EditorContent } from '@tiptap/react';
import { Suspense } from 'react';
import { draftFrom } from '#entities/message/editor/plainField.ts';
import { noteEmoji } from '#entities/message/emoji/emoji.ts';
import { stickerHtml } from '#entities/message/emoji/stickerHtml.ts';
import { MentionPanel } from '#entities/message/mentions/MentionPanel.tsx';
import { canRecord, VoiceButton } from '#entities/voice/VoiceButton.tsx';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { hasPointer } from '#ui/keys/longPress.ts';
import classes from './Composer.module.css';
import { EmojiButton, Extras, SignButton } from './ComposerTools.tsx';
import { ContextBar } from './ContextBar.tsx';
import type { ComposerProps } from './composing.ts';
import { SendButton } from './SendButton.tsx';
import { useComposer } from './useComposer.ts';

/**
 * A chat field: Enter sends (or the configured key), Shift+Enter breaks the line, @ mentions people, ArrowUp edits the
 * last message.
 */
export function Composer(props: ComposerProps) {
  const { id: dialogId } = props.dialog;
  const field = useComposer(props);
  const { editor, mention, word, isFull, setFull } = field;
  if (props.isMuted) return <div className={classes.muted}>{t('composer.muted')}</div>;
  const context = props.editing ?? props.reply;
  const tools = (
    <>
      <EmojiButton
        onPick={field.insert}
        onLeave={field.focus}
        // A sticker is a separate message; the text stays. Not available in an edit.
        {...(!props.editing && {
          onSticker: (sticker: Sticker) => {
            setFull(false);
            props.onSend(stickerHtml(sticker), { type: 'html', isSilent: false });
          },
        })}
      />
      <SignButton icon={IconAt} label={t('composer.mention')} onClick={() => field.call('@')} />
      <SignButton icon={IconHash} label={t('composer.mention_task')} onClick={() => field.call('#')} isSpare />
    </>
  );
  const sendButton = (
    <SendButton
      isDisabled={field.isEmpty}
      isEditing={Boolean(props.editing)}
      onSend={(wish) => {
        field.submit(wish);
        // The button has nothing to send anymore. Focusing the field opens a phone's keyboard, which hides the rest.
        if (hasPointer()) field.focus();
      }}
      voice={
        !isFull &&
        canRecord() && (
          <VoiceButton
            key={dialogId}
            dialogId={dialogId}
            onDone={props.onVoice}
            onText={(said) => props.onSend(draftFrom(said), { type: 'html', isSilent: false })}
          />
        )
      }
    />
  );
  const extras = [
    ...props.extras,
    { key: 'full', label: t('composer.full'), icon: IconArrowsDiagonal, run: () => setFull(true) },
  ];
  return (
    <div className={classes.box}>
      {context && <ContextBar message={context} isEditing={Boolean(props.editing)} onCancel={props.onCancel} />}
      <div className={classes.row}>
        {isFull ? <div className={classes.editor} /> : <EditorContent editor={editor} className={classes.editor} />}
        {tools}
        {!props.editing && (
          <SignButton icon={IconPaperclip} label={t('file.attach')} onClick={props.onAttach} isSpare />
        )}
        <Extras extras={extras} />
        {sendButton}
      </div>
      {isFull && (
        <Suspense>
          <FullInput editor={editor} title={props.placeholder} onClose={() => setFull(false)}>
            {tools}
            {sendButton}
          </FullInput>
        </Suspense>
      )}
      {!isFull && field.isSelected && (
        <Suspense>
          <SelectionBar editor={editor} />
        </Suspense>
      )}
      {word && !mention && (
        <Suspense>
          <QuickEmoji
            word={word}
            onPick={(symbol) => {
              noteEmoji(symbol);
              field.replace(symbol);
            }}
          />
        </Suspense>
      )}
      {field.slash !== null && !mention && (
        <Suspense>
          <SlashPanel
            ref={field.panel}
            typed={field.slash}
            dialog={props.dialog}
            field={editor.view.dom}
            onPick={field.pickCommand}
          />
        </Suspense>
      )}
      {mention && <MentionPanel ref={field.panel} state={mention} dialog={props.dialog} people={props.people} />}
    </div>
  );
}

// Loads with the first slash.
const SlashPanel = lazyPart(async () => (await import('#entities/message/programs/SlashPanel.tsx')).SlashPanel);
const FullInput = lazyPart(async () => (await import('./FullInput.tsx')).FullInput);
const SelectionBar = lazyPart(async () => (await import('#entities/message/editor/SelectionBar.tsx')).SelectionBar);
const QuickEmoji = lazyPart(async () => (await import('#entities/message/editor/QuickEmoji.tsx')).QuickEmoji);
