import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import classes from './Folded.module.css';

/** More lines than a screen has: the rest of the talk would be far away. */
const TALL_LINES = 40;
/** What ends a line in a message, whichever kind of text it is. */
const LINE_END = /<\/(?:p|li|pre|h[1-6]|tr)>|<br|\n/g;

/** Lines as they were written; none is measured, which would cost every message a layout. */
export const linesIn = (text: string): number => (text.match(LINE_END) ?? []).length;

/** Those that were unfolded stay so, however often their list takes them out of the page. */
const unfolded = new Set<number>();

interface Props {
  of: number;
  text: string;
  /** Still being written: readers see its end, and stay where they are once it is whole. */
  isGrowing?: boolean;
  children: ReactNode;
}

/** Shows the beginning of a tall text, and all of it on request. */
export function Folded({ of, text, isGrowing = false, children }: Props) {
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
