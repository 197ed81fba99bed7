import type { Task } from '@atrium/contract/projects/tasks.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';
import { MARKDOWN_THRESHOLD, markdownWeight } from '@atrium/richtext/weight.ts';
import { ActionIcon, Textarea } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { isSendKey, sendKeyHere } from '#entities/message/editor/sendKey.ts';
import { send, storeDraft } from '#entities/message/message.actions.ts';
import { openTaskChat } from '#entities/task/task.actions.ts';
import classes from '#features/tasks/TaskPanel.module.css';
import { t } from '#sync/language.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { isComposing } from '#ui/keys/composing.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { firstMessage } from './firstMessage.actions.ts';

interface Props {
  task: Task;
  form: RefObject<HTMLFormElement | null>;
  /** Called when the message is on its way: the field stays until the text is either sent or refused. */
  onSending: (isSending: boolean) => void;
  /** Called when the conversation exists. */
  onOpened: (dialogId: number) => void;
}

const paragraphs = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join('');

/** The field of a task without a conversation. The first message creates it, and a click alone does not. */
export function FirstMessage({ task, form, onSending, onOpened }: Props) {
  const [text, setText, done] = useStoredInput(firstMessage(task.id), '');
  const [isSending, showSending] = useState(false);
  const setSending = (now: boolean) => {
    showSending(now);
    onSending(now);
  };
  /** The text that is typed while the first message is on its way. */
  const [more, setMore] = useState('');
  const latest = useRef(more);
  latest.current = more;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!text.trim() || isSending) return;
    setSending(true);
    const dialogId = await openTaskChat(task.id);
    setSending(false);
    setMore('');
    // The error was shown, and the text stays in the field.
    if (dialogId === 0) return setText([text, latest.current].filter(Boolean).join('\n'));
    const isMarkdown = markdownWeight(text) > MARKDOWN_THRESHOLD;
    const format = { type: isMarkdown ? 'md' : 'html', isSilent: false } as const;
    send({ dialogId, text: isMarkdown ? text : paragraphs(text), format, reply: null, editing: null });
    if (latest.current.trim()) storeDraft(dialogId, paragraphs(latest.current));
    done();
    onOpened(dialogId);
  };
  return (
    <>
      <EmptyState drawing="chat" text={t('task.chat_none')} />
      <form ref={form} className={classes.first} onSubmit={(event) => void submit(event)}>
        <Textarea
          autosize
          minRows={1}
          maxRows={8}
          maxLength={20_000}
          aria-label={t('composer.placeholder', { name: task.name })}
          placeholder={t('composer.placeholder', { name: task.name })}
          value={isSending ? more : text}
          onChange={(event) => (isSending ? setMore : setText)(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isComposing(event) || !isSendKey(event, sendKeyHere())) return;
            event.preventDefault();
            form.current?.requestSubmit();
          }}
        />
        <Tooltip label={t('composer.send')}>
          <ActionIcon
            type="submit"
            size="lg"
            variant={text.trim() ? 'filled' : 'subtle'}
            color={text.trim() ? 'accent' : 'gray'}
            aria-label={t('composer.send')}
            disabled={!text.trim()}
            loading={isSending}
          >
            <IconSend2 size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </form>
    </>
  );
}
