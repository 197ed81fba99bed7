import { Button, Loader, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FileIcon } from '#entities/message/files/FileIcon.tsx';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { locale, t } from '#sync/language.ts';
import type { LoadState, Refusal } from './useFileContent.ts';
import classes from './Viewer.module.css';
import { useViewedAddress, type ViewedFile } from './viewedFile.ts';

function words({ reason, limit }: Refusal): string {
  switch (reason) {
    case 'large':
      return t('viewer.large', { size: sizeWords(limit, locale) });
    case 'locked':
      return t('viewer.locked');
    case 'network':
      return t('viewer.network');
    case 'unsupported':
      return t('viewer.unsupported');
    case 'broken':
      return t('viewer.broken');
  }
}

interface Props {
  viewed: ViewedFile;
  refusal: Refusal;
  onAgain?: () => void;
}

/** The notice that replaces a file, with the reason and a way to get the file anyway. */
export function Notice({ viewed, refusal, onAgain }: Props) {
  const down = useViewedAddress(viewed, '&down=yes');
  const canRepeat = refusal.reason === 'network' && onAgain;
  return (
    <div className={classes.notice} role="alert">
      <FileIcon ext={viewed.file.ext} />
      <Text maw={420} ta="center">
        {words(refusal)}
      </Text>
      {canRepeat ? (
        <Button variant="light" onClick={onAgain}>
          {t('action.retry')}
        </Button>
      ) : (
        <Button
          component="a"
          href={down}
          download={viewed.file.name}
          variant="light"
          leftSection={<IconDownload size={16} stroke={1.75} />}
        >
          {t('action.download')}
        </Button>
      )}
    </div>
  );
}

export const LoadingNotice = () => (
  <div className={classes.notice}>
    <Loader size="sm" role="status" aria-label={t('state.loading')} />
  </div>
);

/** Shows content once it has loaded, and its state until then. */
export function WhenLoaded<T>({
  viewed,
  loaded: { data, refusal, again },
  children,
}: {
  viewed: ViewedFile;
  loaded: LoadState<T>;
  children: (data: T) => ReactNode;
}) {
  if (refusal) return <Notice viewed={viewed} refusal={refusal} onAgain={again} />;
  return data === undefined ? <LoadingNotice /> : children(data);
}
