import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import classes from './Live.module.css';

export interface EditedFormula {
  /** The formula's place in the document; -1 for a new one. */
  at: number;
  tex: string;
  isBlock: boolean;
}

interface Props {
  editor: Editor;
  formula: EditedFormula;
  onClose: () => void;
}

/** Writes a formula, with its look below. */
export function FormulaModal({ editor, formula, onClose }: Props) {
  const [tex, setTex] = useState(formula.tex);
  const [isBlock, setBlock] = useState(formula.isBlock);
  const isNew = formula.at < 0;
  const look = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isWanted = true;
    void import('#entities/message/text/formulas.ts').then(({ drawFormula }) => {
      if (isWanted && look.current) look.current.innerHTML = tex.trim() ? drawFormula(tex, true) : '';
    });
    return () => {
      isWanted = false;
    };
  }, [tex]);
  const save = () => {
    const text = tex.trim();
    const chain = editor.chain().focus();
    if (isNew) {
      if (text) chain.insertContent({ type: isBlock ? 'mathBlock' : 'math', attrs: { tex: text } }).run();
    } else {
      chain
        .command(({ tr }) => {
          const node = tr.doc.nodeAt(formula.at);
          // Others may have moved it meanwhile.
          if (!node || !('tex' in node.attrs) || node.attrs['tex'] !== formula.tex) return false;
          if (text) tr.setNodeAttribute(formula.at, 'tex', text);
          else tr.delete(formula.at, formula.at + node.nodeSize);
          return true;
        })
        .run();
    }
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('document.formula')} zIndex={300}>
      <Stack gap="sm">
        <Textarea
          data-autofocus
          label={t('document.formula_tex')}
          autosize
          minRows={2}
          maxRows={10}
          value={tex}
          onChange={(event) => setTex(event.currentTarget.value)}
        />
        <div ref={look} className={classes.look} aria-hidden />
        {isNew && (
          <Checkbox
            label={t('document.formula_block')}
            checked={isBlock}
            onChange={(event) => setBlock(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button onClick={save}>{t(isNew ? 'document.insert' : 'action.save')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
