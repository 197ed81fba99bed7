import type { ProjectTemplate, ProjectTemplateId } from '@atrium/contract/projects/projectTemplates.ts';
import {
  IconBusinessplan,
  IconCalendarEvent,
  IconCode,
  IconLifebuoy,
  IconMap2,
  IconNews,
  IconPlus,
  IconSpeakerphone,
  IconTruck,
  IconUserPlus,
  IconUserSearch,
} from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import classes from './Templates.module.css';

const ICONS: Record<ProjectTemplateId, typeof IconCode> = {
  sprint: IconCode,
  campaign: IconSpeakerphone,
  hiring: IconUserSearch,
  event: IconCalendarEvent,
  onboarding: IconUserPlus,
  editorial: IconNews,
  roadmap: IconMap2,
  support: IconLifebuoy,
  sales: IconBusinessplan,
  move: IconTruck,
};

interface Props {
  templates: readonly ProjectTemplate[];
  /** Undefined for a blank project. */
  chosen: ProjectTemplateId | undefined;
  onChoose: (template: ProjectTemplate | undefined) => void;
}

/** The choices to begin a project with: nothing, or a template. */
export const TemplateList = ({ templates, chosen, onChoose }: Props) => (
  <fieldset className={classes.list}>
    <legend className="visually-hidden">{t('project.template')}</legend>
    {[undefined, ...templates].map((template) => {
      const Icon = template ? ICONS[template.id] : IconPlus;
      return (
        <label key={template?.id ?? ''} className={classes.choice}>
          <input
            type="radio"
            name="template"
            className="visually-hidden"
            checked={chosen === template?.id}
            onChange={() => onChoose(template)}
          />
          <Icon size={18} stroke={1.6} aria-hidden />
          <span>{template?.name ?? t('project.blank')}</span>
        </label>
      );
    })}
  </fieldset>
);
