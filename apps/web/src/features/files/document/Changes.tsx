import { diffText, type Piece } from '@atrium/richtext/document/diff.ts';
import { Text } from '@mantine/core';
import { t } from '#sync/language.ts';
import classes from './Document.module.css';

/** Unchanged text around a change, in lines. */
const AROUND = 3;

/** The additions and removals between two texts. Unchanged parts are shortened. */
export function Changes({ before, after }: { before: string; after: string }) {
  const pieces = diffText(readable(before), readable(after));
  if (pieces.every(({ kind }) => kind === 'same')) return <Text c="dimmed">{t('document.no_changes')}</Text>;
  return (
    <div className={classes.changes}>
      {pieces.map((piece, index) => {
        // The same texts always give the same pieces.
        const key = `${index}${piece.kind}`;
        if (piece.kind === 'added') return <ins key={key}>{piece.text}</ins>;
        if (piece.kind === 'removed') return <del key={key}>{piece.text}</del>;
        return <span key={key}>{shortened(piece, index === 0, index === pieces.length - 1)}</span>;
      })}
    </div>
  );
}

/** Mentions by their names. */
const readable = (text: string) => text.replace(/<(span|a) class="mention [^<>]*>([^<>]*)<\/\1>/g, '$2');

function shortened({ text }: Piece, isFirst: boolean, isLast: boolean): string {
  const lines = text.split('\n');
  if (lines.length <= AROUND * 2 + 2) return text;
  const head = isFirst ? [] : lines.slice(0, AROUND);
  const tail = isLast ? [] : lines.slice(-AROUND);
  return [...head, '⋯', ...tail].join('\n');
}
