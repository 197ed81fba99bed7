import { type ApprovalContent, blankContent } from '@atrium/contract/approvals/definition.ts';
import { APPROVAL_TEMPLATES } from '@atrium/contract/approvals/templates/templates.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { Button, Group } from '@mantine/core';
import { IconFilePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { APPROVAL_ICON } from '#entities/approval/approvalWords.ts';
import { t } from '#sync/language.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import classes from './Designer.module.css';
import { createDefinition } from './designer.actions.ts';
import { FlowDiagram } from './flow/FlowDiagram.tsx';
import { START } from './flow/flowEdit.ts';
import { Preview } from './form/FormBuilder.tsx';
import { freeName } from './freeName.ts';

interface Props {
  /** Names of the existing forms. */
  names: readonly string[];
  departments: readonly DepartmentInfo[];
  onBack: () => void;
  onDone: (id: number) => void;
}

/** Forms to start from: nothing, or a template that is shown first. */
export function TemplateGallery({ names, departments, onBack, onDone }: Props) {
  const [shown, setShown] = useState<ApprovalContent | null>(null);
  const [isBusy, setBusy] = useState(false);
  const templates = Object.entries(APPROVAL_TEMPLATES).map(([key, make]) => ({
    key,
    content: make((text) => t(text as Parameters<typeof t>[0])),
  }));
  const use = async (content: ApprovalContent) => {
    setBusy(true);
    const made = await createDefinition({ ...content, name: freeName(content.name, names) });
    setBusy(false);
    if (made) onDone(made.id);
  };
  return (
    <>
      <ScreenHeader title={t('approval.design.new')} back={{ label: t('action.back'), run: onBack }} />
      <div className={classes.scroll}>
        <div className={classes.paper}>
          <p className={classes.quiet}>{t('approval.design.gallery_about')}</p>
          <ul className={classes.gallery} aria-label={t('approval.design.templates')}>
            <li>
              <button
                type="button"
                className={classes.template}
                disabled={isBusy}
                onClick={() => void use(blankContent(t('approval.design.untitled')))}
              >
                <span className={classes.formIcon}>
                  <IconFilePlus size={22} stroke={1.75} aria-hidden="true" />
                </span>
                <strong>{t('approval.design.blank_form')}</strong>
                <span className={classes.quiet}>{t('approval.design.blank_about')}</span>
              </button>
            </li>
            {templates.map(({ key, content }) => {
              const Icon = APPROVAL_ICON[content.icon];
              return (
                <li key={key}>
                  <button type="button" className={classes.template} onClick={() => setShown(content)}>
                    <span className={classes.formIcon}>
                      <Icon size={22} stroke={1.75} aria-hidden="true" />
                    </span>
                    <strong>{content.name}</strong>
                    <span className={classes.quiet}>{content.about}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      </div>
      {shown && (
        <Template
          content={shown}
          departments={departments}
          isBusy={isBusy}
          onClose={() => setShown(null)}
          onUse={() => void use(shown)}
        />
      )}
    </>
  );
}

interface TemplateProps {
  content: ApprovalContent;
  departments: readonly DepartmentInfo[];
  isBusy: boolean;
  onClose: () => void;
  onUse: () => void;
}
function Template({ content, departments, isBusy, onClose, onUse }: TemplateProps) {
  const [at, setAt] = useState(START);
  const isNarrow = useIsNarrow();
  return (
    <Modal opened onClose={onClose} title={content.name} size={960} fullScreen={isNarrow}>
      <div className={classes.shown}>
        <Preview form={content.form} departments={departments} />
        <section aria-label={t('approval.design.tab_flow')} className={classes.shownFlow}>
          <h2 className={classes.heading}>{t('approval.design.tab_flow')}</h2>
          <div className={classes.shownScroll}>
            <FlowDiagram content={content} departments={departments} problems={[]} at={at} onAt={setAt} />
          </div>
        </section>
      </div>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button loading={isBusy} onClick={onUse}>
          {t('approval.design.use')}
        </Button>
      </Group>
    </Modal>
  );
}
