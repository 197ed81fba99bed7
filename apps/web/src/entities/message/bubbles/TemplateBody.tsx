import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { Button, Loader } from '@mantine/core';
import { IconDownload, IconFileText, IconMessage, IconSubtask } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { mayMeet, requestMeeting } from '#entities/meeting/meeting.ts';
import { useIsOpen } from '#entities/meeting/plans.ts';
import { planTime } from '#entities/meeting/planWords.ts';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { fileAddress } from '#sync/files.ts';
import { locale, t } from '#sync/language.ts';
import { previewLine, translateTitle } from '#sync/preview.ts';
import { lazyChatPart } from '#sync/store/lazyPart.ts';
import classes from './TemplateBody.module.css';
import { type Template, templateOf } from './templates.ts';

/** Messages of the workspace and its bots; cards without a layout show their kind. */
export function TemplateBody({ msg }: Pick<ClientMessage, 'msg'>) {
  const template = templateOf(translateTitle(msg));
  switch (template.kind) {
    case 'content':
      return (
        <div className={classes.words}>
          {template.title && <strong>{template.title}</strong>}
          {template.lines.map((line, index) => (
            // The index is part of the key, because lines may repeat. They do not change.
            <span key={`${index}${line}`}>{line}</span>
          ))}
        </div>
      );
    case 'tasks':
      return (
        <div className={classes.words}>
          {template.title && <strong>{template.title}</strong>}
          {template.tasks.map(({ id, name }) => (
            <Link key={id} to={`/single/task/${id}`} className={classes.link ?? ''}>
              <IconSubtask size={16} stroke={1.75} aria-hidden="true" />
              <span>{name}</span>
            </Link>
          ))}
        </div>
      );
    case 'comment':
      return (
        <div className={classes.words}>
          <strong>
            {t(template.commentId ? 'document.mentioned' : 'document.mentioned_text', {
              ...{ name: template.by, file: template.file },
            })}
          </strong>
          <Link
            to={`/single/file/${template.fileId}${template.commentId ? `?comment=${template.commentId}` : ''}`}
            className={classes.link ?? ''}
          >
            {template.commentId ? (
              <IconMessage size={16} stroke={1.75} aria-hidden="true" />
            ) : (
              <IconFileText size={16} stroke={1.75} aria-hidden="true" />
            )}
            <span>{template.text}</span>
          </Link>
        </div>
      );
    case 'file':
      return <Download file={template} />;
    case 'plan':
      return <PlanBody plan={template} />;
    case 'card':
      return (
        <Suspense fallback={<Loader size="xs" />}>
          <CardBody card={template.card} />
        </Suspense>
      );
    case 'unknown':
      return <span className={classes.faint}>{previewLine({ type: 'template', msg })}</span>;
  }
}

/** A planned meeting; it can be joined from shortly before it begins. */
function PlanBody({ plan }: { plan: Extract<Template, { kind: 'plan' }> }) {
  const { title, meetingid, start, end, repeat, isCanceled } = plan;
  const isOpen = useIsOpen(start, end) && !isCanceled && mayMeet();
  return (
    <div className={classes.words}>
      <strong>{title}</strong>
      <span>{planTime(start, end, repeat)}</span>
      {isOpen && (
        <Button
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => requestMeeting({ kind: 'join', meetingid })}
        >
          {t('card.meeting_join')}
        </Button>
      )}
    </div>
  );
}

// The card loads when it is first shown, because bot replies and approvals are rare and large.
const CardBody = lazyChatPart(async () => (await import('./CardBody.tsx')).CardBody);

function Download({ file }: { file: Extract<Template, { kind: 'file' }> }) {
  const size = sizeWords(file.size, locale);
  const address = file.url.startsWith('{{RemoteURL}}') ? fileAddress(file.url, '&down=yes') : file.url;
  return (
    <a
      className={classes.link}
      href={address}
      download={file.name}
      rel="noopener noreferrer"
      aria-label={t('file.download', { name: file.name, size })}
    >
      <IconDownload size={18} stroke={1.75} aria-hidden="true" />
      <span>{file.name}</span>
      <small>{size}</small>
    </a>
  );
}
