import type { ProjectTemplate, ProjectTemplateId } from '@atrium/contract/projects/projectTemplates.ts';
import { PROJECT_TEMPLATES } from '@atrium/contract/projects/projectTemplates.ts';
import type { Language } from '@atrium/i18n/languages.ts';
import { defaultStatuses } from '#modules/projects/flows.service';
import { layouts, TAG_COLORS } from './layouts.ts';

interface Texts {
  name: string;
  about: string;
  columns: string[];
  tags: string[];
  tasks: string[];
  /** The subtasks of the task that has some. */
  steps: string[];
  note: string;
}

const ready = new Map<Language, Record<ProjectTemplateId, Texts>>();

/**
 * The texts of one language, read from disk when they are first needed. They are in no catalog, so that screens do not
 * load them.
 */
async function textsIn(lang: Language): Promise<Record<ProjectTemplateId, Texts>> {
  const known = ready.get(lang);
  if (known) return known;
  const file: { default: Record<ProjectTemplateId, Texts> } = await import(`./texts/${lang}.json`, {
    with: { type: 'json' },
  });
  ready.set(lang, file.default);
  return file.default;
}

export async function templatesIn(lang: Language): Promise<ProjectTemplate[]> {
  const texts = await textsIn(lang);
  return PROJECT_TEMPLATES.map((id) => templateOf(lang, id, texts[id]));
}

export async function templateIn(lang: Language, id: ProjectTemplateId): Promise<ProjectTemplate> {
  return templateOf(lang, id, (await textsIn(lang))[id]);
}

function templateOf(lang: Language, id: ProjectTemplateId, texts: Texts): ProjectTemplate {
  const { stages, tasks } = layouts[id];
  const { name, about, columns, tags, steps, note } = texts;
  return {
    id,
    name,
    about,
    columns: columns.map((column, index) => ({
      name: column,
      tasks: tasks.flatMap((task, place) =>
        task.column === index
          ? {
              name: texts.tasks[place] ?? '',
              tags: (task.tags ?? []).map((tag) => tags[tag] ?? ''),
              due: task.due ?? 0,
              subtasks: task.hasSteps ? steps : [],
            }
          : [],
      ),
    })),
    statuses: stages
      ? stages.map((status, index) => ({ name: columns[index] ?? '', status, color: '' }))
      : [...defaultStatuses(lang)],
    tags: tags.map((tag, index) => ({ name: tag, color: TAG_COLORS[index] ?? '' })),
    note,
  };
}
