import { UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from '#entities/message/emoji/EmojiPanel.module.css';
import { storedTone } from '#entities/message/emoji/emoji.ts';
import { type EmojiTable, loadEmoji, quickEmojiFor, toned } from '#entities/message/emoji/emojiData.ts';
import { language, t } from '#sync/language.ts';

/** Emoji for the one word in the field; picking one replaces the word. */
export function QuickEmoji({ word, onPick }: { word: string; onPick: (symbol: string) => void }) {
  const [table, setTable] = useState<EmojiTable | null>(null);
  useEffect(() => {
    loadEmoji(language).then(setTable, () => undefined);
  }, []);
  const found = table ? quickEmojiFor(table, word) : [];
  if (found.length === 0) return null;
  return (
    <div className={classes.quick} role="group" aria-label={t('emoji.for', { word })}>
      {found.map((each) => {
        const symbol = toned(each, storedTone());
        return (
          <UnstyledButton
            key={each.symbol}
            className={classes.sign}
            aria-label={each.label}
            title={each.label}
            // This keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(symbol)}
          >
            {symbol}
          </UnstyledButton>
        );
      })}
    </div>
  );
}
