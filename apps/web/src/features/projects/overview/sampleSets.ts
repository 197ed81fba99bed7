import { saveTag, saveTemplate } from '#features/projects/project.actions.ts';
import { t } from '#sync/language.ts';

const TAGS = {
  bug: '#ff7070',
  feature: '#51abea',
  improvement: '#73b45c',
  question: '#b583e3',
  urgent: '#faaa6c',
  waiting: '#999999',
} as const;
const TEMPLATES = ['bug', 'feature', 'meeting'] as const;

export const sampleTags = Object.entries(TAGS).map(([key, color]) => ({
  name: t(`sample.tag_${key as keyof typeof TAGS}`),
  color,
}));
export const sampleTemplates = TEMPLATES.map((key) => ({ name: t(`sample.${key}`), text: t(`sample.${key}_text`) }));

/**
 * Adds tags one after the other, so that their order is preserved. The first refusal ends it, after showing the error.
 */
export async function addTags(project_id: number, tags: typeof sampleTags): Promise<void> {
  for (const { name, color } of tags) if (!(await saveTag({ project_id, name, color, desc: '' }))) return;
}
export async function addTemplates(project_id: number, templates: typeof sampleTemplates): Promise<void> {
  for (const { name, text } of templates) {
    if (!(await saveTemplate({ project_id, name, title: '', content: asHtml(text) }))) return;
  }
}

const escaped = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** Makes a paragraph of each line. */
export const asHtml = (text: string) =>
  text
    .split('\n')
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('');
