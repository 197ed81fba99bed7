import { hasSessions } from '@atrium/contract/chat/assistants.ts';
import { t } from '#sync/language.ts';
import classes from './CardBody.module.css';

const HEADERS = ['version', 'token'];
const BODY = ['dialog_id', 'text', 'text_type (html, md)', 'key', 'silence (yes, no)', 'reply_id'];
const PUSHED = [
  'event',
  'text',
  'reply_text',
  'token',
  'session_id',
  'dialog_id',
  'dialog_type',
  'msg_id',
  'msg_uid',
  'msg_user',
  'mention',
  'bot_uid',
  'version',
];

/** Instructions for programs: how to write as a bot, and the fields that its webhook receives. */
export function BotApi({ email }: { email: string }) {
  return (
    <dl className={classes.rows}>
      <div>
        <dt>{t('bot_api.send')}</dt>
        <dd className={classes.code}>
          POST /api/dialog/msg/sendtext
          <br />
          {HEADERS.join(', ')}
          <br />
          {BODY.join(', ')}
        </dd>
      </div>
      <div>
        <dt>{t('bot_api.receive')}</dt>
        <dd className={classes.code}>{PUSHED.join(', ')}</dd>
      </div>
      <div>
        <dt className={classes.code}>session_id</dt>
        <dd>{t(hasSessions(email) ? 'bot_api.sessions' : 'bot_api.no_sessions')}</dd>
      </div>
    </dl>
  );
}
