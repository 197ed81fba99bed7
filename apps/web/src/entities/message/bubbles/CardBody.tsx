import { shownSize } from '@atrium/contract/files/pictures.ts';
import { Badge } from '@mantine/core';
import { Link } from 'react-router';
import { localTimes } from '#entities/approval/approvalWords.ts';
import { DecideButtons } from '#entities/approval/DecideButtons.tsx';
import { useFileAddress } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { BotApi } from './BotApi.tsx';
import classes from './CardBody.module.css';
import type { Card } from './cards.ts';

const COLORS = {
  pass: 'green',
  refuse: 'red',
  withdraw: 'gray',
  return: 'orange',
  transfer: 'gray',
  finished: 'gray',
} as const;

/** A bot's reply, or the state of an approval: a title, labeled values, a state. */
export function CardBody({ card }: { card: Card }) {
  return (
    <div className={classes.card}>
      <strong>{card.title || wordsOf(card.asks)}</strong>
      {card.state && (
        <Badge className={classes.state ?? ''} color={COLORS[card.state]} variant="light">
          {card.by ? t(`card.${card.state as 'pass'}_by`, { name: card.by }) : t(`card.${card.state}`)}
        </Badge>
      )}
      {card.lines.map((line, index) => (
        // The index is part of the key, because lines may repeat. They do not change.
        <p key={`${index}${line}`}>{line}</p>
      ))}
      {card.commands.length > 0 && (
        <dl className={classes.rows}>
          {card.commands.map((command) => (
            <div key={command}>
              <dt className={classes.code}>/{command}</dt>
              <dd>{t(`card.bot_${command}`)}</dd>
            </div>
          ))}
        </dl>
      )}
      {card.groups.map((rows, index) => (
        // The index is the key, because groups may repeat. They do not change.
        <dl key={index} className={classes.rows}>
          {rows.map(({ label, value, own }, at) => (
            // The index is part of the key, because a form may have two fields with the same name.
            <div key={`${label} ${at}`}>
              <dt>{own ?? t(`card.${label}`)}</dt>
              <dd className={label === 'token' || label === 'webhook' ? classes.code : ''}>
                {card.approvalId > 0 ? localTimes(value) : value}
              </dd>
            </div>
          ))}
        </dl>
      ))}
      {card.apiOf && <BotApi email={card.apiOf} />}
      {card.picture && <Picture picture={card.picture} />}
      {card.taskId > 0 && <DecideButtons taskId={card.taskId} />}
      {card.approvalId > 0 && (
        <Link to={`/manage/approve/${card.approvalId}`} className={classes.open ?? ''}>
          {t('approval.open')}
        </Link>
      )}
    </div>
  );
}

function wordsOf(asks: Card['asks']): string {
  switch (asks.kind) {
    case 'bot':
      return t(`card.bot_${asks.command}`);
    case 'unsupported':
      return t('card.bot_unsupported', { command: asks.command });
    case 'approval':
      return t(`card.${asks.type}`, { name: asks.name, what: asks.what });
  }
}

/** A picture of a card. Only files stored here are shown: an external address would learn who reads it. */
function Picture({ picture }: { picture: NonNullable<Card['picture']> }) {
  const isOurs = picture.url.startsWith('{{RemoteURL}}');
  const address = useFileAddress(isOurs ? picture.url : '');
  const size = shownSize(picture.width > 0 && picture.height > 0 ? picture : { width: 1, height: 1 });
  return isOurs ? (
    <span className={classes.picture} style={{ width: size.width, aspectRatio: `${size.width} / ${size.height}` }}>
      {address && <img src={address} alt="" loading="lazy" />}
    </span>
  ) : null;
}
