import { Anchor } from '@mantine/core';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import classes from './FooterLinks.module.css';
import type { Footer } from './useFooterLinks.ts';

interface Props extends Footer {
  at: 'login' | 'dashboard';
  /** Signs in with the system's browser. */
  onBrowser?: () => void;
}

/** Links in the lower right corner: single sign-on for the desktop client, downloads or an update, the privacy policy. */
export function FooterLinks({ at, client, update, privacy, hasBrowser, onBrowser }: Props) {
  return (
    <footer className={classes.foot} data-at={at}>
      {hasBrowser && (
        <Anchor component="button" type="button" size="sm" onClick={onBrowser}>
          {t('foot.browser')}
        </Anchor>
      )}
      {client && <Outside url={client} label={update ? t('foot.update', { version: update }) : t('foot.download')} />}
      {privacy && <Outside url={privacy} label={t('foot.privacy')} />}
    </footer>
  );
}

const Outside = ({ url, label }: { url: string; label: string }) => (
  <Anchor
    size="sm"
    href={url}
    target="_blank"
    rel="noopener noreferrer"
    onClick={(event) => {
      event.preventDefault();
      host.openOutside(url);
    }}
  >
    {label}
  </Anchor>
);
