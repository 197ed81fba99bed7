import { COMPLAINT_TYPES, type ComplaintPicture, type ComplaintType } from '@atrium/contract/chat/complaints.ts';
import { Blockquote, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { report } from './complaint.actions.ts';
import { PicturesField } from './PicturesField.tsx';

interface Props {
  dialogId: number;
  /** 0 = the conversation as a whole. */
  msgId: number;
  /** The reported message, in one line. */
  preview: string;
  onClose: () => void;
}
const TYPES = Object.keys(COMPLAINT_TYPES) as ComplaintType[];
const MOST = 500;

/** Reports a message or a conversation to the administrators. */
export function ComplaintModal({ dialogId, msgId, preview, onClose }: Props) {
  const [type, setType] = useState<ComplaintType>('spam');
  const [reason, setReason] = useState('');
  const [pictures, setPictures] = useState<readonly ComplaintPicture[]>([]);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const tokens = pictures.map(({ token }) => token);
      await report({ dialogId, msgId, type, reason: reason.trim(), pictures: tokens });
      notify(t('complaint.sent'));
      onClose();
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t(msgId > 0 ? 'complaint.title' : 'complaint.title_dialog')}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {preview && (
            <Blockquote p="xs" m={0}>
              <Text size="sm" lineClamp={3}>
                {preview}
              </Text>
            </Blockquote>
          )}
          <Radio.Group label={t('complaint.kind')} value={type} onChange={(value) => setType(value as ComplaintType)}>
            <Stack gap={8} mt={8}>
              {TYPES.map((each) => (
                <Radio key={each} value={each} label={t(`complaint.type_${each}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={t('complaint.reason')}
            description={msgId > 0 ? t('complaint.hint') : undefined}
            required
            autosize
            minRows={2}
            maxLength={MOST}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <PicturesField pictures={pictures} onChange={setPictures} onProblem={setProblem} />
          <FormEnd problem={problem} onCancel={onClose} loading={isBusy} disabled={reason.trim() === ''}>
            {t('complaint.send')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
