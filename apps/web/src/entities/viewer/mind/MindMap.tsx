import 'mind-elixir/style.css';
import {
  changedParts,
  mindNodeOf,
  type Parts,
  partsOf,
  partsOfTree,
  type TopicTree,
  topicLines,
  treeOf,
} from '@atrium/richtext/document/parts.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';
import { ActionIcon, ColorSwatch, useComputedColorScheme } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsMaximize,
  IconCornerDownRight,
  IconMinus,
  IconPhotoDown,
  IconPlus,
  IconPrinter,
  IconRowInsertBottom,
  IconTrash,
} from '@tabler/icons-react';
import MindElixir, { type MindElixirData, type MindElixirInstance, type NodeObj, type Theme } from 'mind-elixir';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { isFocusFree } from '../focus.ts';
import type { SharedParts } from '../parts.ts';
import classes from './MindMap.module.css';

interface Props {
  name: string;
  parts: Parts;
  /** The shared state; without it, the map is only shown. */
  shared?: SharedParts | undefined;
  isReadOnly: boolean;
}

const COLORS = ['', '#ffc9c9', '#ffec99', '#b2f2bb', '#a5d8ff', '#d0bfff'];
const MIDDLE = 'root';
const ZOOM = 1.2;

/** Builds the tree of a map. A map without any topic has its name in the middle. */
const wholeOf = (parts: Parts, name: string): TopicTree => treeOf(parts) ?? { id: MIDDLE, topic: name, children: [] };
const dataOf = (tree: TopicTree): MindElixirData => ({ nodeData: mindNodeOf(tree) });
/**
 * The parts of the map now. They are read from its text, like a file, so that nothing else gets into the shared state.
 */
const partsIn = (mind: MindElixirInstance): Parts => partsOf(mind.getDataString(), 'mind') ?? new Map();

const middleOf = (mind: MindElixirInstance) => mind.findEle(mind.nodeData.id).getBoundingClientRect();

/** Puts the whole map in the middle, smaller if necessary. */
function fit(mind: MindElixirInstance): void {
  mind.scaleFit();
  if (mind.scaleVal > 1) mind.scale(1);
  mind.toCenter();
}

const themeOf = (scheme: 'light' | 'dark'): Theme => {
  const theme = scheme === 'dark' ? MindElixir.DARK_THEME : MindElixir.THEME;
  const own = {
    '--bgcolor': 'var(--canvas)',
    '--root-bgcolor': 'var(--mantine-primary-color-filled)',
    '--root-color': '#fff',
  };
  return { ...theme, cssVar: { ...theme.cssVar, ...own } };
};

/** The topics around one in the middle. Enter and Tab add one, and arrows go from one to the next. */
export function MindMap({ name, parts, shared, isReadOnly }: Props) {
  const scheme = useComputedColorScheme('light');
  const place = useRef<HTMLDivElement>(null);
  const [mind, setMind] = useState<MindElixirInstance | null>(null);
  const [tree, setTree] = useState(() => wholeOf(parts, name));
  const [chosen, setChosen] = useState('');
  const first = useRef(parts);
  useEffect(() => {
    const el = place.current;
    if (!el) return;
    const made = new MindElixir({
      el,
      direction: MindElixir.SIDE,
      editable: !isReadOnly,
      contextMenu: false,
      toolBar: false,
      keypress: !isReadOnly,
      // The library's undo is off, because the shared state undoes changes, and only the person's own.
      allowUndo: false,
      newTopicName: t('mind.new_topic'),
      theme: themeOf(scheme),
    });
    const whole = wholeOf(shared?.all() ?? first.current, name);
    made.init(dataOf(whole));
    setMind(made);
    setTree(whole);
    // The map is fitted again, because its place gets its size while what is around it opens.
    const sized = new ResizeObserver(() => fit(made));
    sized.observe(el);
    const stops: (() => void)[] = [() => sized.disconnect()];
    if (shared && !isReadOnly) {
      const store = () => {
        const now = partsIn(made);
        const changes = changedParts(shared.all(), now);
        if (changes.size > 0) shared.change(changes);
        setTree(wholeOf(now, name));
      };
      made.bus.addListener('operation', (operation) => operation.name !== 'beginEdit' && store());
      made.bus.addListener('expandNode', store);
    }
    if (shared && !isReadOnly && isFocusFree()) {
      made.selectNode(made.findEle(made.nodeData.id));
      made.container.focus({ preventScroll: true });
    }
    made.bus.addListener('selectNodes', (nodes) => setChosen(nodes[0]?.id ?? ''));
    made.bus.addListener('unselectNodes', () => setChosen(made.currentNode?.nodeObj.id ?? ''));
    if (shared) {
      let isWaiting = false;
      const show = () => {
        // The map is not drawn again while a topic is typed, which would be lost.
        if (el.querySelector('#input-box')) {
          if (!isWaiting) setTimeout(() => (isWaiting ? ((isWaiting = false), show()) : undefined), 300);
          isWaiting = true;
          return;
        }
        isWaiting = false;
        const kept = made.currentNode?.nodeObj.id;
        const next = wholeOf(shared.all(), name);
        const before = middleOf(made);
        made.refresh(dataOf(next));
        const after = middleOf(made);
        // A change of others must not move the map on the screen.
        made.move(before.x - after.x, before.y - after.y);
        setTree(next);
        if (kept && partsOfTree(next).has(`n:${kept}`)) made.selectNode(made.findEle(kept));
      };
      stops.push(shared.onChanged(show), () => (isWaiting = false));
    }
    return () => {
      for (const stop of stops) stop();
      setMind(null);
      made.destroy();
    };
  }, [shared, isReadOnly, name, scheme]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || !shared || isReadOnly) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'y' || event.shiftKey) shared.redo();
    else shared.undo();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys work wherever the focus is inside
    <section className={classes.map} aria-label={name} data-own-keys onKeyDown={onKeyDown}>
      {mind && <Tools {...{ mind, name, chosen, isReadOnly }} shared={shared} />}
      <div ref={place} className={classes.place} aria-hidden={isReadOnly || undefined} />
      <ul className="visually-hidden" aria-label={t('mind.topics')}>
        {topicLines(tree).map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a list of texts
          <li key={index}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

interface ToolsProps extends Pick<Props, 'name' | 'shared' | 'isReadOnly'> {
  mind: MindElixirInstance;
  chosen: string;
}

function Tools({ mind, name, chosen, isReadOnly, shared }: ToolsProps) {
  const current = () => (chosen ? mind.findEle(chosen) : mind.findEle(mind.nodeData.id));
  const isMiddle = chosen === '' || chosen === mind.nodeData.id;
  const color = (background: string) => {
    const node = current();
    void mind.reshapeNode(node, { style: { ...node.nodeObj.style, background } } as Partial<NodeObj>);
  };
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('mind.tools')}>
      {!isReadOnly && (
        <>
          <Tool icon={IconCornerDownRight} label={t('mind.add_child')} onClick={() => void mind.addChild(current())} />
          <Tool
            icon={IconRowInsertBottom}
            label={t('mind.add_sibling')}
            isOff={isMiddle}
            onClick={() => void mind.insertSibling('after', current())}
          />
          <Tool
            icon={IconTrash}
            label={t('mind.delete')}
            isOff={isMiddle}
            onClick={() => void mind.removeNodes([current()])}
          />
          <span className={classes.colors}>
            {COLORS.map((each) => (
              <ColorSwatch
                key={each}
                component="button"
                type="button"
                color={each || 'transparent'}
                size={20}
                disabled={chosen === ''}
                aria-label={each ? t('mind.color', { color: each }) : t('mind.color_none')}
                onClick={() => color(each)}
              />
            ))}
          </span>
          <Tool icon={IconArrowBackUp} label={t('action.undo')} onClick={() => shared?.undo()} />
          <Tool icon={IconArrowForwardUp} label={t('document.redo')} onClick={() => shared?.redo()} />
        </>
      )}
      <Tool icon={IconMinus} label={t('mind.zoom_out')} onClick={() => mind.scale(mind.scaleVal / ZOOM)} />
      <Tool icon={IconPlus} label={t('mind.zoom_in')} onClick={() => mind.scale(mind.scaleVal * ZOOM)} />
      <Tool icon={IconArrowsMaximize} label={t('mind.fit')} onClick={() => fit(mind)} />
      <Tool icon={IconPhotoDown} label={t('mind.save_picture')} onClick={() => void savePicture(mind, name)} />
      <Tool icon={IconPrinter} label={t('document.export_pdf')} onClick={() => void printMap(mind, name)} />
    </div>
  );
}

function Tool(props: { icon: typeof IconPlus; label: string; isOff?: boolean; onClick: () => void }) {
  const { icon: Icon, label, isOff = false, onClick } = props;
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" aria-label={label} disabled={isOff} onClick={onClick}>
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Opens the browser's dialog for printing one page with the map, which can also save a PDF. */
async function printMap(mind: MindElixirInstance, name: string): Promise<void> {
  const svg = await mind.exportSvg(true).text();
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.style.cssText = 'position:fixed;right:0;bottom:0;width:0;height:0;border:0';
  // The map is a picture, in which nothing runs or loads.
  frame.srcdoc = `<!doctype html><html><head><meta charset="utf-8"><title>${escapeText(name)}</title><style>${PRINTED}</style></head><body><img alt="" src="data:image/svg+xml,${encodeURIComponent(svg)}"></body></html>`;
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  });
  document.body.append(frame);
}
const PRINTED =
  '@page{size:landscape;margin:12mm}body{margin:0}img{display:block;margin:auto;max-width:100%;max-height:170mm}';

async function savePicture(mind: MindElixirInstance, name: string): Promise<void> {
  const picture = await mind.exportPng(true);
  if (!picture) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = `${name}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
