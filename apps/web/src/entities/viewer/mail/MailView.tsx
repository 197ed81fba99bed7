import { Alert, Button, UnstyledButton } from '@mantine/core';
import { IconDownload, IconPhotoOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { FileIcon } from '#entities/message/files/FileIcon.tsx';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { locale, t } from '#sync/language.ts';
import { WhenLoaded } from '../Notice.tsx';
import { Sandbox } from '../Sandbox.tsx';
import { hasOutsidePictures, sandboxedPage } from '../safeHtml.ts';
import { useFileContent } from '../useFileContent.ts';
import type { ViewedFile } from '../viewedFile.ts';
import classes from './MailView.module.css';
import { type Attachment, type Mail, readMail } from './mail.ts';

/** A mail: headers, text and attachments. */
export function MailView({ viewed }: { viewed: ViewedFile }) {
  const loaded = useFileContent(viewed, readMail);
  return (
    <WhenLoaded viewed={viewed} loaded={loaded}>
      {(mail) => <Shown mail={mail} />}
    </WhenLoaded>
  );
}

const STYLE = `
body { margin: 16px; font: 15px/1.6 system-ui, sans-serif; color: #1c1e21; background: #fff; overflow-wrap: anywhere; }
img { max-width: 100%; height: auto; }
`;

function Shown({ mail }: { mail: Mail }) {
  const [withPictures, setPictures] = useState(false);
  const [height, setHeight] = useState(300);
  const hasOutside = useMemo(() => hasOutsidePictures(mail.html), [mail]);
  const page = useMemo(
    () => mail.html && sandboxedPage(mail.html, { style: STYLE, withPictures }),
    [mail, withPictures],
  );
  const rows = [
    [t('viewer.mail_from'), mail.from],
    [t('viewer.mail_to'), mail.to],
    [t('viewer.mail_cc'), mail.cc],
    [
      t('viewer.mail_date'),
      mail.at === null ? '' : new Date(mail.at).toLocaleString(locale, { dateStyle: 'full', timeStyle: 'short' }),
    ],
  ].filter(([, value]) => value);
  return (
    <div
      className={classes.page}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area is reached by keys
      tabIndex={0}
      role="document"
      aria-label={mail.subject}
    >
      <article className={classes.mail}>
        <h2 className={classes.subject}>{mail.subject || t('viewer.mail_no_subject')}</h2>
        <dl className={classes.rows}>
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {mail.attachments.length > 0 && (
          <ul className={classes.attachments} aria-label={t('viewer.mail_attachments')}>
            {mail.attachments.map((each, index) => (
              <li key={`${index} ${each.name}`}>
                <UnstyledButton
                  className={classes.attachment}
                  onClick={() => save(each)}
                  aria-label={t('file.download', { name: each.name, size: sizeWords(each.bytes.length, locale) })}
                >
                  <FileIcon ext={each.name.split('.').at(-1)?.toLowerCase() ?? ''} />
                  <span className="truncate">{each.name}</span>
                  <small>{sizeWords(each.bytes.length, locale)}</small>
                  <IconDownload size={16} stroke={1.75} aria-hidden="true" />
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
        {hasOutside && !withPictures && (
          <Alert
            variant="light"
            color="gray"
            icon={<IconPhotoOff size={18} stroke={1.75} />}
            className={classes.pictures ?? ''}
          >
            {t('viewer.mail_pictures')}{' '}
            <Button size="compact-sm" variant="default" onClick={() => setPictures(true)}>
              {t('viewer.mail_pictures_show')}
            </Button>
          </Alert>
        )}
        {page ? (
          <Sandbox
            key={String(withPictures)}
            className={classes.body}
            page={page}
            title={mail.subject}
            onHeight={setHeight}
            height={height}
          />
        ) : (
          <pre className={classes.text}>{mail.text}</pre>
        )}
      </article>
    </div>
  );
}

/** Saves an attachment. Attachments are never opened in this page. */
function save({ name, bytes }: Attachment): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
