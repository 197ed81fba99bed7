import { ActionIcon } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import classes from '#entities/message/composer/Composer.module.css';
import { ContextBar } from '#entities/message/composer/ContextBar.tsx';
import type { ComposerProps } from '#entities/message/composer/composing.ts';
import { outgoing } from '#entities/message/composer/outgoing.ts';
import { t } from '#sync/language.ts';
import { isComposing } from '#ui/keys/composing.ts';
import { docFrom, draftFrom, leaveCaret, notePainted, onComposition, wordsOf } from './plainField.ts';
import { isSendKey, sendKeyHere } from './sendKey.ts';

/**
 * A field that is shown until the composer has loaded, whose editor is a quarter of the messenger's bytes. People can
 * write and send at once, and the composer takes over text and caret. Other features come with the composer.
 */
export function PlainField({ ref, ...props }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => wordsOf(props.draft()));
  const isWaiting = text === undefined || props.editing !== null;

  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }));
  useEffect(notePainted, []);
  useLayoutEffect(() => {
    const element = field.current;
    return () => {
      if (element) leaveCaret(element.value, document.activeElement === element ? element.selectionEnd : undefined);
    };
  }, []);

  const change = (next: string) => {
    setText(next);
    props.onDraft(draftFrom(next));
  };
  const submit = () => {
    if (!text?.trim()) return;
    const sent = outgoing(docFrom(text));
    change('');
    props.onSend(sent.text, sent.format);
  };

  if (props.isMuted) return <div className={classes.muted}>{t('composer.muted')}</div>;
  const context = props.editing ?? props.reply;
  return (
    <div className={classes.box}>
      {context && <ContextBar message={context} isEditing={Boolean(props.editing)} onCancel={props.onCancel} />}
      <div className={classes.row}>
        <textarea
          ref={field}
          className={`${classes.editor} ${classes.field} ${classes.plain}`}
          rows={1}
          aria-label={props.placeholder}
          placeholder={props.placeholder}
          aria-busy={isWaiting}
          readOnly={isWaiting}
          maxLength={props.maxLength}
          value={text ?? ''}
          onChange={(event) => change(event.currentTarget.value)}
          onCompositionStart={onComposition.start}
          onCompositionEnd={onComposition.end}
          onBlur={onComposition.end}
          onKeyDown={(event) => {
            if (isComposing(event) || !isSendKey(event, sendKeyHere())) return;
            event.preventDefault();
            submit();
          }}
        />
        <ActionIcon size="lg" aria-label={t('composer.send')} disabled={!text?.trim()} onClick={submit}>
          <IconSend2 size={20} stroke={1.75} />
        </ActionIcon>
      </div>
    </div>
  );
}
