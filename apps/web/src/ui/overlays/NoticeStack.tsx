import { Button, CloseButton } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { createElement } from 'react';
import classes from './NoticeStack.module.css';
import { useNotices } from './notices.ts';

const ICONS = { info: IconCheck, news: IconInfoCircle, error: IconAlertCircle };

export function NoticeStack({ closeLabel }: { closeLabel: string }) {
  const { list, dismiss } = useNotices();
  return (
    <div className={classes.stack} role="status" aria-live="polite">
      {list.map((notice) => (
        <div key={notice.id} className={classes.notice} data-kind={notice.kind}>
          {createElement(ICONS[notice.kind], { size: 18, stroke: 1.75 })}
          <span className={classes.text}>{notice.text}</span>
          {notice.action && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                notice.action?.run();
                dismiss(notice.id);
              }}
            >
              {notice.action.label}
            </Button>
          )}
          <CloseButton size="sm" aria-label={closeLabel} onClick={() => dismiss(notice.id)} />
        </div>
      ))}
    </div>
  );
}
