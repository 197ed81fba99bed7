import { Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { t } from '#sync/language.ts';
import { fileKindOf } from '../fileKinds.ts';
import { WhenLoaded } from '../Notice.tsx';
import { useFileContent } from '../useFileContent.ts';
import type { ViewedFile } from '../viewedFile.ts';
import classes from './TextView.module.css';
import { textOf } from './textOf.ts';

/** A text file: Markdown is rendered, everything else has line numbers, and code has colors. */
export function TextView({ viewed }: { viewed: ViewedFile }) {
  const loaded = useFileContent(viewed, textOf);
  return (
    <WhenLoaded viewed={viewed} loaded={loaded}>
      {(text) => <Shown text={text} viewed={viewed} />}
    </WhenLoaded>
  );
}

/** The longest text that is formatted; more would block the page during layout. */
const DRESSED_CHARS = 200_000;

function Shown({ text, viewed: { file } }: { text: string; viewed: ViewedFile }) {
  const kind = fileKindOf(file);
  if (text.trim() === '') return <Text className={classes.empty ?? ''}>{t('files.empty')}</Text>;
  if (kind === 'markdown' && text.length <= DRESSED_CHARS) {
    return (
      <div
        className={classes.paper}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area is reached by keys
        tabIndex={0}
        role="document"
        aria-label={file.name}
      >
        <div className={classes.markdown}>
          <MessageText text={text} isMarkdown />
        </div>
      </div>
    );
  }
  return <Code text={text} language={kind === 'code' ? file.ext : ''} name={file.name} />;
}

export function Code({ text, language, name }: { text: string; language: string; name: string }) {
  const html = useColors(text, language.toLowerCase());
  const numbers = useMemo(
    () =>
      text
        .split('\n')
        .map((_line, index) => index + 1)
        .join('\n'),
    [text],
  );
  return (
    <div
      className={classes.code}
      data-own-keys
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area is reached by keys
      tabIndex={0}
      role="document"
      aria-label={name}
    >
      <pre className={classes.numbers} aria-hidden="true">
        {numbers}
      </pre>
      {html === undefined ? (
        <pre className={classes.lines}>{text}</pre>
      ) : (
        // This HTML is safe, because the highlighter escapes its input.
        <pre className={classes.lines} data-words dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </div>
  );
}

function useColors(text: string, language: string): string | undefined {
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    let isWanted = language !== '' && text.length <= DRESSED_CHARS;
    setHtml(undefined);
    if (!isWanted) return;
    import('#entities/message/text/codeColors.ts').then(
      ({ colorCode }) => isWanted && setHtml(colorCode(text, language)),
      // If the colors cannot be loaded, the text stays without them.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [text, language]);
  return html;
}
