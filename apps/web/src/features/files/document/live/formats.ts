import { safeImageUrl, safeUrl } from '@atrium/richtext/html/urls.ts';
import { Extension, mergeAttributes, Node, type NodeConfig } from '@tiptap/core';
import Link from '@tiptap/extension-link';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  tableEditing,
} from '@tiptap/pm/tables';
import StarterKit from '@tiptap/starter-kit';

/**
 * The content of documents: the same as `DOCUMENT_NODES` of `richtext`, from which the server writes Markdown. A test
 * compares the two.
 */
type TableConfig = NodeConfig & { tableRole: string };
const withRole = (config: TableConfig) => Node.create(config as NodeConfig);

const TableRoles = Extension.create({
  name: 'tableRoles',
  extendNodeSchema: (extension) => {
    const { tableRole } = extension.config as Partial<TableConfig>;
    return tableRole ? { tableRole } : {};
  },
});

const Table = withRole({
  ...{ name: 'table', group: 'block', content: 'tableRow+', tableRole: 'table', isolating: true },
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['div', { class: 'tableWrapper' }, ['table', ['tbody', 0]]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    return {
      Tab: () => {
        if (this.editor.commands.command(({ state, dispatch }) => goToNextCell(1)(state, dispatch))) return true;
        if (!this.editor.isActive('table')) return false;
        const { view } = this.editor;
        addRowAfter(view.state, view.dispatch);
        return goToNextCell(1)(view.state, view.dispatch);
      },
      'Shift-Tab': () => this.editor.commands.command(({ state, dispatch }) => goToNextCell(-1)(state, dispatch)),
    };
  },
});
const TableRow = withRole({
  ...{ name: 'tableRow', content: '(tableCell | tableHeader)*', tableRole: 'row' },
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});
const span = (name: string) => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.min(50, Math.max(1, Number(element.getAttribute(name)) || 1)),
});
const cellAttributes = () => ({
  colspan: span('colspan'),
  rowspan: span('rowspan'),
  colwidth: { default: null, rendered: false, parseHTML: () => null },
  align: {
    default: null,
    parseHTML: (element: HTMLElement) => alignOf(element.style.textAlign),
    renderHTML: ({ align }: Record<string, unknown>) =>
      alignOf(align) ? { style: `text-align: ${alignOf(align)}` } : {},
  },
});
const alignOf = (align: unknown) => (align === 'left' || align === 'center' || align === 'right' ? align : null);
const cell = (name: string, tag: 'td' | 'th', tableRole: string) =>
  withRole({
    ...{ name, content: 'paragraph', tableRole, isolating: true, addAttributes: cellAttributes },
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });

export const TABLE_COMMANDS = { addRowAfter, addColumnAfter, deleteRow, deleteColumn, deleteTable };

const Image = Node.create({
  ...{ name: 'image', inline: true, group: 'inline', atom: true },
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' }, title: { default: null } }),
  // Pasted pages bring addresses of other servers, which would learn who reads.
  parseHTML: () => [],
  renderHTML: ({ node }) => {
    const src = safeImageUrl(String(node.attrs['src'] ?? ''));
    const alt = String(node.attrs['alt'] || src || '');
    const isOwn = src !== null && !/^(?:https?:)?\/\//i.test(src);
    return isOwn
      ? ['img', { src, alt }]
      : [
          'a',
          { class: 'picture', target: '_blank', rel: 'noopener noreferrer nofollow', ...(src && { href: src }) },
          alt,
        ];
  },
});

/** Draws a formula once its library is here; until then, and without it, its source shows. */
function drawn(element: HTMLElement, tex: string, isDisplay: boolean): void {
  element.textContent = tex || '∑';
  if (tex === '') return;
  import('#entities/message/text/formulas.ts').then(
    ({ drawFormula }) => {
      if (element.dataset['tex'] === tex) element.innerHTML = drawFormula(tex, isDisplay);
    },
    () => undefined,
  );
}

export type EditFormula = (at: number, tex: string) => void;
const formula = (name: string, isDisplay: boolean, onEdit: EditFormula) =>
  Node.create({
    ...{ name, atom: true, ...(isDisplay ? { group: 'block' } : { group: 'inline', inline: true }) },
    addAttributes: () => ({ tex: { default: '' } }),
    parseHTML: () => [
      { tag: `[data-formula="${name}"]`, getAttrs: (element) => ({ tex: element.dataset['tex'] ?? '' }) },
    ],
    renderHTML: ({ node }) => [
      isDisplay ? 'div' : 'span',
      { 'data-formula': name, 'data-tex': String(node.attrs['tex'] ?? '') },
      String(node.attrs['tex'] ?? ''),
    ],
    addNodeView: () => (view) => {
      let { node } = view;
      const dom = document.createElement(isDisplay ? 'div' : 'span');
      dom.className = 'formula';
      dom.setAttribute('role', 'math');
      const show = () => {
        const tex = String(node.attrs['tex'] ?? '');
        dom.dataset['tex'] = tex;
        dom.setAttribute('aria-label', tex);
        drawn(dom, tex, isDisplay);
      };
      show();
      dom.addEventListener('dblclick', () => {
        const at = view.getPos();
        if (view.editor.isEditable && at !== undefined) onEdit(at, String(node.attrs['tex'] ?? ''));
      });
      return {
        dom,
        update: (next) => {
          if (next.type !== node.type) return false;
          node = next;
          show();
          return true;
        },
      };
    },
    addKeyboardShortcuts() {
      return {
        Enter: () => {
          const { selection } = this.editor.state;
          const node =
            'node' in selection ? (selection.node as { type: { name: string }; attrs: { tex: string } }) : null;
          if (node?.type.name !== name) return false;
          onEdit(selection.from, node.attrs.tex);
          return true;
        },
      };
    },
  });

const MENTION =
  /^<(?:span|a) class="mention (user|task|file|report)" (?:data-id="(\d+)"|href="\{\{RemoteURL\}\}(single\/[\w/-]+)" target="_blank")>([^<>]*)<\/(?:span|a)>$/;
/** The subject of a stored mention; null if it is not a mention. */
export function mentionOf(html: string): { kind: string; id: number; path: string; name: string } | null {
  const [, kind = '', id = '0', path = '', text = ''] = MENTION.exec(html) ?? [];
  if (!kind) return null;
  const name = text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
  return { kind, id: Number(id), path: kind === 'task' ? `single/task/${id}` : path, name };
}

const Mention = Node.create({
  ...{ name: 'mention', inline: true, group: 'inline', atom: true },
  addAttributes: () => ({ html: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'span.mention, a.mention',
      getAttrs: (element) => ({ html: element.dataset['mention'] ?? '' }),
    },
  ],
  renderHTML: ({ node }) => {
    const html = String(node.attrs['html'] ?? '');
    const found = mentionOf(html);
    const common = { class: `mention ${found?.kind ?? ''}`, 'data-mention': html };
    if (!found) return ['span', common, html];
    if (!found.path) return ['span', common, found.name];
    return ['a', { ...common, href: `/${found.path}`, target: '_blank', rel: 'noopener' }, found.name];
  },
  renderText: ({ node }) => mentionOf(String(node.attrs['html'] ?? ''))?.name ?? '',
});

/** A link with the address only, as in Markdown. */
const Address = Link.extend({
  addAttributes: () => ({ href: { default: '' } }),
}).configure({
  openOnClick: false,
  autolink: true,
  HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer nofollow' },
  isAllowedUri: (url) => safeUrl(url) !== null,
});

export const documentFormats = (onEditFormula: EditFormula) => [
  StarterKit.configure({ undoRedo: false, underline: false, trailingNode: false, link: false, dropcursor: false }),
  Address,
  TaskList,
  TaskItem.configure({ nested: true, a11y: { checkboxLabel: (node) => node.textContent } }),
  TableRoles,
  Table,
  TableRow,
  cell('tableCell', 'td', 'cell'),
  cell('tableHeader', 'th', 'header_cell'),
  Image,
  formula('math', false, onEditFormula),
  formula('mathBlock', true, onEditFormula),
  Mention,
];

/** A document that is plain text: lines, and nothing else. */
export const lineFormats = () => [
  StarterKit.configure({
    ...{ undoRedo: false, trailingNode: false, blockquote: false, bold: false, bulletList: false, code: false },
    ...{ codeBlock: false, dropcursor: false, hardBreak: false, heading: false, horizontalRule: false, italic: false },
    ...{ listItem: false, listKeymap: false, link: false, orderedList: false, strike: false, underline: false },
  }),
];
