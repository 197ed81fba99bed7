import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import classes from './CollapsibleText.module.css';

/** A text with more lines collapses, because it would separate the messages too far. */
const TALL_LINES = 40;
/** The end of a line in any kind of text. */
const LINE_END = /<\/(?:p|li|pre|h[1-6]|tr)>|<br|\n/g;

/** The number of lines as written; measuring them would cost a layout per message. */
export const linesIn = (text: string): number => (text.match(LINE_END) ?? []).length;

/** The messages that a reader has expanded. They stay so, even if the list removes them from the page meanwhile. */
const unfolded = new Set<number>();

interface Props {
  of: number;
  text: string;
  /** True while the text is still streaming: readers see its end, and it stays expanded once it is complete. */
  isGrowing?: boolean;
  children: ReactNode;
}

/** Shows the beginning of a tall text, and all of it on request. */
export function CollapsibleText({ of, text, isGrowing = false, children }: Props) {
  const [isOpen, setOpen] = useState(() => unfolded.has(of));
  useEffect(() => {
    if (!isGrowing) return;
    unfolded.add(of);
    setOpen(true);
  }, [of, isGrowing]);
  if (isGrowing || linesIn(text) <= TALL_LINES) return children;
  const turn = () => {
    if (isOpen) unfolded.delete(of);
    else unfolded.add(of);
    setOpen(!isOpen);
  };
  return (
    <>
      <div className={isOpen ? '' : classes.folded}>{children}</div>
      <Button size="compact-xs" variant="subtle" mt={4} onClick={turn} aria-expanded={isOpen}>
        {t(isOpen ? 'message.fold' : 'message.unfold')}
      </Button>
    </>
  );
}
