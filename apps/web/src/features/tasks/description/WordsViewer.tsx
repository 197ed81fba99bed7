import type { OutputOf } from '@atrium/contract/kit.ts';
import type { TaskFile, taskFiledetail } from '@atrium/contract/projects/taskLinks.ts';
import { Button, Loader, ScrollArea, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { readFile } from '#entities/task/task.actions.ts';
import classes from '#features/tasks/TaskFiles.module.css';
import { useFileAddress } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

type Detail = OutputOf<typeof taskFiledetail>;

/** A text file in place: Markdown rendered, code highlighted. */
export function WordsViewer({ file, onClose }: { file: TaskFile; onClose: () => void }) {
  const { data: detail, problem } = useAsked(() => readFile(file.id), file.id);
  const down = useFileAddress(file.url, '&down=yes');
  const isNarrow = useIsNarrow();
  return (
    <Modal
      opened
      onClose={onClose}
      title={file.name}
      size="xl"
      fullScreen={isNarrow}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      {detail && <Words detail={detail} ext={file.ext} />}
      {problem && <Text c="red">{problem}</Text>}
      {!detail && !problem && <Loader size="sm" role="status" aria-label={t('state.loading')} />}
      <Button
        component="a"
        href={down}
        download={file.name}
        mt="md"
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} />}
      >
        {t('action.download')}
      </Button>
    </Modal>
  );
}

/** Longer text would block the page during layout. */
const DRESSED_CHARS = 200_000;

function Words({ detail: { file_mode, content }, ext }: { detail: Detail; ext: string }) {
  const words = content?.content;
  if (words === undefined) return <Text c="dimmed">{t('viewer.failed')}</Text>;
  if (words.trim() === '') return <Text c="dimmed">{t('files.empty')}</Text>;
  if (file_mode === 'text' || words.length > DRESSED_CHARS) return <pre className={classes.plain}>{words}</pre>;
  return <MessageText text={file_mode === 'md' ? words : fenced(words, ext)} isMarkdown />;
}

/** With a fence longer than any inside. */
function fenced(code: string, ext: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${ext.replace(/[^\w+#-]/g, '')}\n${code}\n${fence}`;
}
