import { useEffect, useMemo, useRef, useState } from 'react';
import { showTask } from '#entities/task/showTask.ts';
import { useMe } from '#entities/user/useUsers.ts';
import { fileAddress, onFileKey } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { loadedMarkdown, loadMarkdown, markdownWords } from '#sync/markdown.ts';
import { notify } from '#ui/overlays/notices.ts';
import { messageHtml } from './html.ts';
import { MarkdownBlocks, type TaskListAction } from './MarkdownBlocks.tsx';
import classes from './MessageText.module.css';
import { renderCode } from './renderCode.ts';

interface Props {
  text: string;
  isMarkdown: boolean;
  /** The action for proposed tasks. */
  actionOf?: TaskListAction | undefined;
  /** Ticks the index-th list item; undefined without the right to. */
  onCheck?: ((index: number, isChecked: boolean) => void) | undefined;
}

export function MessageText({ text, isMarkdown, actionOf, onCheck }: Props) {
  if (!isMarkdown) return <HtmlText html={text} onCheck={onCheck} />;
  if (!text.includes(':::')) return <MarkdownText text={text} onCheck={onCheck} />;
  const words = (part: string) => <MarkdownText text={part} onCheck={onCheck} />;
  return <MarkdownBlocks text={text} words={words} actionOf={actionOf} />;
}

function MarkdownText({ text, onCheck }: Pick<Props, 'text' | 'onCheck'>) {
  const renderMarkdown = useMarkdown();
  const html = useMemo(() => renderMarkdown?.(text), [renderMarkdown, text]);
  // The text is shown as plain text while the renderer loads, so that nothing is hidden.
  if (html === undefined) return <div className={classes.text}>{markdownWords(text)}</div>;
  return <HtmlText html={html} onCheck={onCheck} />;
}

type Renderer = Awaited<ReturnType<typeof loadMarkdown>>['renderMarkdown'];

function useMarkdown(): Renderer | undefined {
  const [renderer, setRenderer] = useState<Renderer | undefined>(() => loadedMarkdown()?.renderMarkdown);
  useEffect(() => {
    if (renderer) return;
    let isShown = true;
    loadMarkdown().then(
      ({ renderMarkdown }) => {
        if (isShown) setRenderer(() => renderMarkdown);
      },
      // If the renderer cannot be loaded, the text stays plain, and the next message requests it again.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [renderer]);
  return renderer;
}

/** The button that `messageHtml` adds to code. */
function copyCode(event: MouseEvent): void {
  const code = (event.target as Element).closest('[data-copy]')?.parentElement?.querySelector('pre');
  if (code) void navigator.clipboard?.writeText(code.innerText).then(() => notify(t('action.copied')));
}

/** The width of an item's checkbox, which is left of its text. */
const TICK_PX = 22;
function checked(event: MouseEvent, box: HTMLElement, onCheck: Props['onCheck']): void {
  const item = (event.target as Element).closest<HTMLElement>('li[data-list$="checked"]');
  if (!item || !onCheck || event.clientX - item.getBoundingClientRect().left > TICK_PX) return;
  event.preventDefault();
  // Items are counted across all blocks of a text.
  const blocks = box.closest('[data-blocks]');
  const items = [...(blocks?.querySelectorAll('[data-words] li') ?? box.querySelectorAll('li'))];
  onCheck(items.indexOf(item), item.dataset['list'] === 'unchecked');
}

/** Sets the address of each picture once: its key changes every hour, and a loaded picture needs no new one. */
function showPictures(box: HTMLElement): void {
  for (const picture of box.querySelectorAll<HTMLImageElement>('img[data-file]:not([src])')) {
    picture.src = fileAddress(picture.dataset['file'] ?? '');
  }
}

interface Reactions {
  openTask: (id: number) => void;
  onCheck: Props['onCheck'];
}
/** Listens to the buttons, which are part of the HTML and not React's. */
function listen(box: HTMLElement | null, { openTask, onCheck }: Reactions): (() => void) | undefined {
  const click = (event: MouseEvent) => {
    copyCode(event);
    if (box) checked(event, box, onCheck);
    const id = Number((event.target as Element).closest('.mention.task')?.getAttribute('data-id'));
    if (id > 0) openTask(id);
  };
  box?.addEventListener('click', click);
  return () => box?.removeEventListener('click', click);
}

function HtmlText({ html, onCheck }: { html: string; onCheck?: Props['onCheck'] }) {
  const me = useMe();
  const clean = useMemo(() => messageHtml(html, me, t('message.copy_code')), [html, me]);
  const box = useRef<HTMLDivElement>(null);
  // The additions to the HTML are made again whenever it changes, because React does not know them.
  useEffect(() => {
    // If this fails, for example offline, the text stays as it was written.
    if (box.current && clean.includes('language-')) renderCode(box.current).catch(() => undefined);
    return listen(box.current, { openTask: showTask, onCheck });
  }, [clean, onCheck]);
  useEffect(() => {
    const shown = box.current;
    return shown && clean.includes('data-file=') ? onFileKey(() => showPictures(shown)) : undefined;
  }, [clean]);
  // The HTML is sanitized by DOMPurify: see html.ts.
  return (
    <div
      key={clean}
      ref={box}
      className={classes.text}
      data-words
      data-mine={Boolean(onCheck) || undefined}
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}
