/**
 * The content of a document: ProseMirror's form, which the shared state, the editor and the server have in common. The
 * editor's own schema must have the same names and attributes, which a test holds.
 */
export interface DocumentNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: DocumentNode[];
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  text?: string;
}

interface NodeShape {
  content?: string;
  group?: string;
  marks?: string;
  inline?: boolean;
  atom?: boolean;
  code?: boolean;
  defining?: boolean;
  tableRole?: string;
  isolating?: boolean;
  attrs?: Record<string, { default: unknown }>;
}

export const DOCUMENT_NODES: Readonly<Record<string, NodeShape>> = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block' },
  text: { group: 'inline' },
  heading: { content: 'inline*', group: 'block', defining: true, attrs: { level: { default: 1 } } },
  blockquote: { content: 'block+', group: 'block', defining: true },
  codeBlock: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    attrs: { language: { default: null } },
  },
  mathBlock: { group: 'block', atom: true, attrs: { tex: { default: '' } } },
  horizontalRule: { group: 'block' },
  bulletList: { content: 'listItem+', group: 'block list' },
  orderedList: { content: 'listItem+', group: 'block list', attrs: { start: { default: 1 } } },
  listItem: { content: 'paragraph block*', defining: true },
  taskList: { content: 'taskItem+', group: 'block list' },
  taskItem: { content: 'paragraph block*', defining: true, attrs: { checked: { default: false } } },
  table: { content: 'tableRow+', group: 'block', tableRole: 'table', isolating: true },
  tableRow: { content: '(tableCell | tableHeader)*', tableRole: 'row' },
  tableCell: {
    content: 'paragraph',
    tableRole: 'cell',
    isolating: true,
    attrs: { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null }, align: { default: null } },
  },
  tableHeader: {
    content: 'paragraph',
    tableRole: 'header_cell',
    isolating: true,
    attrs: { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null }, align: { default: null } },
  },
  hardBreak: { inline: true, group: 'inline' },
  image: {
    inline: true,
    atom: true,
    group: 'inline',
    attrs: { src: { default: '' }, alt: { default: '' }, title: { default: null } },
  },
  math: { inline: true, atom: true, group: 'inline', attrs: { tex: { default: '' } } },
  /** `html` is its stored form, as in messages: `mentionTag` and `shareMention`. */
  mention: { inline: true, atom: true, group: 'inline', attrs: { html: { default: '' } } },
};

/** The marks from the outermost to the innermost. */
export const DOCUMENT_MARKS: Readonly<
  Record<string, { excludes?: string; attrs?: Record<string, { default: unknown }> }>
> = {
  link: { attrs: { href: { default: '' } } },
  bold: {},
  italic: {},
  strike: {},
  code: { excludes: '_' },
};

export const EMPTY_DOCUMENT: DocumentNode = { type: 'doc', content: [{ type: 'paragraph' }] };
