import type { ApprovalFile } from '@atrium/contract/approvals/definition.ts';
import { ActionIcon, Button, Input } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useFileChoice } from '#entities/message/files/useFileChoice.tsx';
import { useFileAddress } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { uploadApprovalFile } from './approval.actions.ts';
import classes from './FormFields.module.css';

interface Props {
  label: string;
  hint?: string;
  isRequired?: boolean;
  most: number;
  /** The types of files to choose from; '' means all. */
  accept?: string;
  tokens: readonly string[];
  /** All files that were uploaded, also those of other fields. */
  files: readonly ApprovalFile[];
  error?: string;
  /** Called when the upload has ended: other input may have changed since it began. */
  onAdd: (added: readonly ApprovalFile[]) => void;
  onRemove: (token: string) => void;
}

/** The files of a request or a comment. They are uploaded at once, and attached when it is sent. */
export function FilesField({
  label,
  hint,
  isRequired = false,
  most,
  accept = '',
  tokens,
  files,
  error,
  onAdd,
  onRemove,
}: Props) {
  const [loading, setLoading] = useState(0);
  const [problem, setProblem] = useState('');
  const add = async (chosen: readonly File[]) => {
    setProblem('');
    setLoading(chosen.length);
    const stored: ApprovalFile[] = [];
    for (const file of chosen) {
      try {
        stored.push(await uploadApprovalFile(file));
      } catch (failure) {
        setProblem(wordsOf(failure));
      }
      setLoading((left) => left - 1);
    }
    setLoading(0);
    if (stored.length > 0) onAdd(stored);
  };
  const choice = useFileChoice((chosen) => void add(chosen.slice(0, most - tokens.length)));
  const shown = problem || error;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      withAsterisk={isRequired}
      {...(hint && { description: hint })}
      {...(shown && { error: shown })}
    >
      {tokens.length > 0 && (
        <ul className={classes.files} aria-label={label}>
          {tokens.map((token) => {
            const file = files.find((each) => each.token === token);
            return file ? (
              <li key={token} className={classes.file}>
                <Thumb file={file} />
                <span className="truncate">{file.name}</span>
                <ActionIcon
                  size="sm"
                  aria-label={t('approval.file_remove', { name: file.name })}
                  onClick={() => onRemove(token)}
                >
                  <IconX size={16} stroke={1.75} />
                </ActionIcon>
              </li>
            ) : null;
          })}
        </ul>
      )}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          mt={tokens.length > 0 ? 0 : 6}
          leftSection={<IconPaperclip size={16} stroke={1.75} />}
          loading={loading > 0}
          disabled={tokens.length >= most}
          onClick={() => choice.open(accept)}
        >
          {t(accept ? 'approval.add_pictures' : 'approval.add_files')}
        </Button>
        {choice.field}
      </div>
    </Input.Wrapper>
  );
}

function Thumb({ file }: { file: ApprovalFile }) {
  const address = useFileAddress(file.thumb);
  return address ? <img src={address} alt="" /> : null;
}
