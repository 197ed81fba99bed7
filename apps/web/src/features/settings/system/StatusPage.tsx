import type { StatusCheck, StatusNode } from '@atrium/contract/workspace/status.ts';
import { Badge, Button, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import classes from './StatusPage.module.css';
import { readStatus } from './system.actions.ts';

const AGAIN_MS = 15_000;
const ICONS = { ok: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX };

/** The state of each service, with advice, and the servers of the workspace. It follows changes while it is open. */
export function StatusPage() {
  const { data, problem, again } = useRequest(readStatus);
  const refresh = useEffectEvent(again);
  useEffect(() => {
    const timer = setInterval(() => refresh(), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  if (!data) return <NotYet problem={problem} />;
  return (
    <div className={classes.page}>
      <div className={classes.head} aria-live="polite">
        <StateIcon state={data.state} size={28} />
        <Title order={2} size="h4">
          {t(`status.state_${data.state}`)}
        </Title>
        <Button variant="default" size="xs" onClick={again}>
          {t('status.again')}
        </Button>
      </div>
      {problem !== '' && <NotYet problem={problem} />}
      <ul className={classes.list}>
        {data.checks.map((check) => (
          <Check key={check.name} check={check} />
        ))}
      </ul>
      <Title order={3} size="h5">
        {t('status.nodes')}
      </Title>
      <ul className={classes.list}>
        {data.nodes.map((node) => (
          <Server key={node.id} node={node} isOnly={data.nodes.length === 1} />
        ))}
      </ul>
    </div>
  );
}

function Check({ check: { name, state, text } }: { check: StatusCheck }) {
  return (
    <li className={classes.row} data-state={state}>
      <StateIcon state={state} size={20} />
      <div>
        <div className={classes.name}>{t(`status.name_${name}`)}</div>
        <div className={classes.text}>{text}</div>
      </div>
    </li>
  );
}

function StateIcon({ state, size }: { state: StatusCheck['state']; size: number }) {
  const Icon = ICONS[state];
  return (
    <span className={classes.icon} data-state={state}>
      <Icon size={size} stroke={1.75} role="img" aria-label={t(`status.${state}`)} />
    </span>
  );
}

function Server({ node, isOnly }: { node: StatusNode; isOnly: boolean }) {
  const facts = [
    `${t('status.version')} ${node.version}`,
    `${t('status.online')} ${node.online}`,
    `${t('status.since')} ${fullTime(node.started_at)}`,
  ];
  return (
    <li className={classes.row}>
      <div>
        <div className={classes.name}>
          {node.address || t('status.server')}
          {node.is_leader && !isOnly && <Badge variant="light">{t('status.leader')}</Badge>}
          {node.is_self && !isOnly && (
            <Badge variant="outline" color="gray">
              {t('status.self')}
            </Badge>
          )}
        </div>
        <div className={classes.text}>{facts.join(' · ')}</div>
      </div>
    </li>
  );
}
