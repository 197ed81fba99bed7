import type { ApprovalFile } from '@atrium/contract/approvals/definition.ts';
import type { ApprovalDetail } from '@atrium/contract/approvals/request.ts';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { commentOnRequest } from '#entities/approval/approval.actions.ts';
import { FilesField } from '#entities/approval/FilesField.tsx';
import { t } from '#sync/language.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';

interface Input {
  words: string;
  tokens: readonly string[];
  files: readonly ApprovalFile[];
}
const EMPTY: Input = { words: '', tokens: [], files: [] };
const MOST_PICTURES = 9;

/** A comment on a request, with pictures. What is typed stays on this device until it is sent. */
export function CommentField({
  approvalId,
  onChanged,
}: {
  approvalId: number;
  onChanged: (next: ApprovalDetail) => void;
}) {
  const [input, setInput, forget] = useStoredInput<Input>(`approval.comment.${approvalId}`, EMPTY);
  const [isBusy, setBusy] = useState(false);
  const isEmpty = input.words.trim() === '' && input.tokens.length === 0;
  const send = async () => {
    if (isBusy || isEmpty) return;
    setBusy(true);
    const next = await commentOnRequest(approvalId, input.words.trim(), [...input.tokens]);
    setBusy(false);
    if (!next) return;
    setInput(EMPTY);
    forget();
    onChanged(next);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack gap="xs" mt="md">
        <Textarea
          autosize
          minRows={2}
          maxRows={10}
          maxLength={2000}
          aria-label={t('approval.comment')}
          placeholder={t('approval.comment_hint')}
          value={input.words}
          onChange={(event) => setInput({ ...input, words: event.currentTarget.value })}
        />
        <Group justify="space-between" align="flex-end">
          <FilesField
            label={t('approval.pictures')}
            accept="image/png,image/jpeg,image/gif,image/webp"
            most={MOST_PICTURES}
            tokens={input.tokens}
            files={input.files}
            onAdd={(added) =>
              setInput((now) => ({
                ...now,
                tokens: [...now.tokens, ...added.map(({ token }) => token)],
                files: [...now.files, ...added],
              }))
            }
            onRemove={(token) => setInput((now) => ({ ...now, tokens: now.tokens.filter((each) => each !== token) }))}
          />
          <Button type="submit" size="compact-md" loading={isBusy} disabled={isEmpty}>
            {t('approval.send_comment')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
