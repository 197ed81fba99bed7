import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import classes from './Forward.module.css';
import { beginSessions, beginsSession, showsSource } from './forward.actions.ts';
import type { Forwarding, ForwardTarget } from './forwardTargets.ts';
import { TargetAvatar, TargetPicker } from './TargetPicker.tsx';

interface Props {
  title: string;
  confirmTitle: string;
  /** A one-line preview. */
  preview: string;
  /** True if there is an author to show or hide. */
  hasSource: boolean;
  onClose: () => void;
  /** Resolves with false if it failed; the form then keeps its content. */
  onSend: (forwarding: Forwarding) => Promise<boolean>;
}

const LEAVE_CHARS = 200_000;

/** Chooses recipients, then takes a comment. */
export function ForwardModal({ title, confirmTitle, preview, hasSource, onClose, onSend }: Props) {
  const isPhone = useIsPhone();
  const [targets, setTargets] = useState<readonly ForwardTarget[]>([]);
  const [isConfirming, setConfirming] = useState(false);
  const [warning, setWarning] = useState('');
  const next = () => {
    if (targets.length === 0) setWarning(t('forward.none'));
    else setConfirming(true);
  };
  const send = async (choice: Omit<Forwarding, 'targets'>) => {
    if (choice.isNewSession && !(await beginSessions(targets))) return false;
    const isGone = await onSend({ targets, ...choice });
    if (isGone) {
      notify(t('forward.sent'));
      onClose();
    }
    return isGone;
  };
  return (
    <>
      <Modal opened={!isConfirming} onClose={onClose} title={title} size={640} fullScreen={isPhone} zIndex={300}>
        <Stack gap="sm">
          <TargetPicker
            targets={targets}
            onChange={(chosen) => {
              setWarning('');
              setTargets(chosen);
            }}
            onWarn={setWarning}
          />
          {warning && (
            <Text size="sm" c="red" role="alert">
              {warning}
            </Text>
          )}
          <FormEnd onCancel={onClose} onClick={next}>
            {t('forward.next', { count: targets.length })}
          </FormEnd>
        </Stack>
      </Modal>
      {isConfirming && (
        <ConfirmModal
          title={confirmTitle}
          targets={targets}
          preview={preview}
          hasSource={hasSource}
          onClose={() => setConfirming(false)}
          onSend={send}
        />
      )}
    </>
  );
}

interface ConfirmProps extends Pick<Props, 'title' | 'preview' | 'hasSource' | 'onClose'> {
  targets: readonly ForwardTarget[];
  onSend: (choice: Omit<Forwarding, 'targets'>) => Promise<boolean>;
}

function ConfirmModal({ title, targets, preview, hasSource, onClose, onSend }: ConfirmProps) {
  const [leave, setLeave, done] = useStoredInput('forward', '');
  const [isShown, setShown] = useState(showsSource.isOn);
  const [isNewSession, setNewSession] = useState(beginsSession.isOn);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    try {
      if (await onSend({ leave, isShown, isNewSession })) done();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title} size={420} zIndex={300}>
      <Stack gap="md">
        <div className={classes.targets}>
          {targets.map((target) => (
            <span key={target.userid} className={classes.target} title={target.name}>
              <TargetAvatar target={target} size={32} />
              {targets.length === 1 && <span className="truncate">{target.name}</span>}
            </span>
          ))}
        </div>
        <div className={classes.preview}>{preview}</div>
        <Textarea
          data-autofocus
          autosize
          minRows={2}
          maxRows={8}
          maxLength={LEAVE_CHARS}
          aria-label={t('forward.leave')}
          placeholder={t('forward.leave')}
          value={leave}
          onChange={(event) => setLeave(event.currentTarget.value)}
        />
        {targets.some((target) => target.isAssistant) && (
          <Checkbox
            label={t('forward.new_session')}
            checked={isNewSession}
            onChange={(event) => {
              setNewSession(event.currentTarget.checked);
              beginsSession.keep(event.currentTarget.checked);
            }}
          />
        )}
        {hasSource && (
          <Checkbox
            label={t('forward.show_source')}
            checked={isShown}
            onChange={(event) => {
              setShown(event.currentTarget.checked);
              showsSource.keep(event.currentTarget.checked);
            }}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.back')}
          </Button>
          <Button loading={isBusy} onClick={() => void submit()}>
            {t('forward.send', { count: targets.length })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
