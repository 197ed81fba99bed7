import { Mark } from '@tiptap/core';
import { TaskItem, TaskList } from '@tiptap/extension-list';

/** The stored colors, the same for both themes; ui/global.css shows each in a readable shade. */
export const TEXT_COLORS = [
  { name: 'none', value: '' },
  { name: 'red', value: '#e0413a' },
  { name: 'amber', value: '#b7791f' },
  { name: 'green', value: '#2f9152' },
  { name: 'blue', value: '#3b82d6' },
  { name: 'purple', value: '#9a5fd0' },
  { name: 'grey', value: '#7d828c' },
] as const;

const HEX = /^#[0-9a-f]{6}$/i;

const TextColor = Mark.create({
  name: 'textColor',
  addAttributes: () => ({ color: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'span[style*="color"]',
      getAttrs: (element) => {
        const color = hexOf(element.style.color);
        return color ? { color } : false;
      },
    },
  ],
  renderHTML: ({ mark }) => [
    'span',
    { style: `color: ${HEX.test(mark.attrs['color']) ? mark.attrs['color'] : ''}` },
    0,
  ],
});

/** The browser's notation of a color given as `#rrggbb`. */
function hexOf(color: string): string {
  const parts = /^rgb\((\d{1,3}), (\d{1,3}), (\d{1,3})\)$/.exec(color);
  const hex = parts
    ? `#${parts
        .slice(1)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`
    : color;
  return HEX.test(hex) ? hex : '';
}

const isCheck = (item: Element | null) => (item?.getAttribute('data-list') ?? '').endsWith('checked');

/** Checklists in the format of messages, which is `li[data-list]`. */
export const Checks = TaskList.extend({
  renderHTML: () => ['ul', { 'data-type': 'taskList' }, 0],
  parseHTML: () => [
    { tag: 'ul[data-type="taskList"]', priority: 51 },
    { tag: 'ul', priority: 52, getAttrs: (element) => (isCheck(element.firstElementChild) ? null : false) },
  ],
});
export const Check = TaskItem.extend({
  renderHTML: ({ node }) => ['li', { 'data-list': node.attrs['checked'] ? 'checked' : 'unchecked' }, 0],
  addAttributes: () => ({
    checked: {
      default: false,
      keepOnSplit: false,
      parseHTML: (element: HTMLElement) =>
        element.getAttribute('data-checked') === 'true' || element.getAttribute('data-list') === 'checked',
      // The attribute is not rendered here, because the item itself stores it.
      rendered: false,
    },
  }),
  parseHTML: () => [
    { tag: 'li[data-type="taskItem"]', priority: 51 },
    { tag: 'li[data-list$="checked"]', priority: 52 },
  ],
}).configure({ nested: true, a11y: { checkboxLabel: (node) => node.textContent } });

/** The additional formats of the field. */
export const formats = [TextColor, Checks, Check];
