import { documentOf } from '@atrium/richtext/document/fromMarkdown.ts';
import { Button } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { t } from '#sync/language.ts';
import classes from './Live.module.css';

const TEMPLATES = ['minutes', 'plan', 'decision', 'retrospective', 'manual'] as const;

/** A table without words is empty too, and would be replaced. */
const isUntouched = ({ isEmpty, state: { doc } }: Editor) =>
  isEmpty && doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph';

/** Beginnings for an empty document. */
export function Templates({ editor }: { editor: Editor }) {
  const isEmpty = useEditorState({ editor, selector: ({ editor: current }) => isUntouched(current) });
  if (!isEmpty) return null;
  return (
    <div className={classes.templates} role="group" aria-label={t('document.templates')}>
      <p>{t('document.templates')}</p>
      {TEMPLATES.map((name) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          onClick={() =>
            editor
              .chain()
              .focus()
              .setContent(documentOf(t(`document.template_${name}_text`)))
              .run()
          }
        >
          {t(`document.template_${name}`)}
        </Button>
      ))}
    </div>
  );
}
