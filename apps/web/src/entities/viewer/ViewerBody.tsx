import { ActionIcon, Menu } from '@mantine/core';
import { IconAppWindow, IconChevronLeft, IconChevronRight, IconDots, IconDownload, IconX } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { type FileKind, fileKindOf } from './fileKinds.ts';
import { Guard } from './Guard.tsx';
import { MediaView } from './media/MediaView.tsx';
import { PictureView } from './media/PictureView.tsx';
import { LoadingNotice, Notice } from './Notice.tsx';
import { useKeys } from './useScale.ts';
import { useSwipe } from './useSwipe.ts';
import classes from './Viewer.module.css';
import { useViewedAddress, type ViewedFile } from './viewedFile.ts';
import { VIEWS } from './views.ts';

interface Props {
  list: readonly ViewedFile[];
  /** The file shown first. */
  first: number;
  /** Closes the viewer; missing if it has a window of its own. */
  onClose?: (() => void) | undefined;
  /** Called when another file of the list is shown. */
  onShow?: ((id: number) => void) | undefined;
}

/** A file with its actions and its neighbors in the list. */
export function ViewerBody({ list, first, onClose, onShow }: Props) {
  const [id, setId] = useState(first);
  const index = Math.max(
    0,
    list.findIndex((each) => each.id === id),
  );
  const shown = list[index];
  const go = (step: number) => {
    const next = list[index + step];
    if (!next) return;
    setId(next.id);
    onShow?.(next.id);
  };
  const onPrevious = index > 0 ? () => go(-1) : undefined;
  const onNext = index < list.length - 1 ? () => go(1) : undefined;
  if (!shown) return null;
  return <One key={shown.id} viewed={shown} index={index} count={list.length} {...{ onClose, onPrevious, onNext }} />;
}

interface OneProps {
  viewed: ViewedFile;
  index: number;
  count: number;
  onClose: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

function One({ viewed, index, count, onClose, onPrevious, onNext }: OneProps) {
  const { file } = viewed;
  const kind = fileKindOf(file);
  const isDark = kind === 'picture' || kind === 'film' || kind === 'sound';
  const stage = useRef<HTMLDivElement>(null);
  const [isPanel, setPanel] = useState(viewed.panel?.isOpen ?? false);
  // A picture has keys and gestures of its own.
  const isPicture = kind === 'picture';
  const arrow = (run: (() => void) | undefined) => () => {
    if (!document.activeElement?.closest('[data-own-keys]')) run?.();
  };
  useKeys(isPicture ? {} : { ArrowLeft: onPrevious && arrow(onPrevious), ArrowRight: onNext && arrow(onNext) });
  useSwipe(stage, isPicture ? {} : { onPrevious, onNext });
  return (
    <div className={classes.body} data-dark={isDark || undefined} data-kind={kind}>
      <Bar
        viewed={viewed}
        index={index}
        count={count}
        isPanel={isPanel}
        onPanel={() => setPanel(!isPanel)}
        {...{ onClose, onPrevious, onNext, isDark }}
      />
      <div className={classes.columns}>
        <div ref={stage} className={classes.stage}>
          <Content viewed={viewed} kind={kind} {...{ onClose, onPrevious, onNext }} />
          {isDark && <Arrows onPrevious={onPrevious} onNext={onNext} />}
        </div>
        {isPanel && viewed.panel && (
          <div className={classes.panel} data-own-keys>
            {viewed.panel.render(() => setPanel(false))}
          </div>
        )}
      </div>
    </div>
  );
}

type Ways = Pick<OneProps, 'onPrevious' | 'onNext'>;

/** The arrows on both sides of a picture. */
function Arrows({ onPrevious, onNext }: Ways) {
  return (
    <>
      {onPrevious && (
        <ActionIcon
          className={classes.previous ?? ''}
          size={44}
          radius="xl"
          aria-label={t('viewer.previous')}
          onClick={onPrevious}
        >
          <IconChevronLeft size={24} />
        </ActionIcon>
      )}
      {onNext && (
        <ActionIcon className={classes.next ?? ''} size={44} radius="xl" aria-label={t('viewer.next')} onClick={onNext}>
          <IconChevronRight size={24} />
        </ActionIcon>
      )}
    </>
  );
}

/** The arrows in the bar, for documents, which need the space at their sides. */
function Steps({ onPrevious, onNext }: Ways) {
  return (
    <>
      <IconButton
        className={classes.step ?? ''}
        size={44}
        aria-label={t('viewer.previous')}
        disabled={!onPrevious}
        data-disabled={!onPrevious || undefined}
        onClick={onPrevious}
      >
        <IconChevronLeft size={20} stroke={1.75} />
      </IconButton>
      <IconButton
        className={classes.step ?? ''}
        size={44}
        aria-label={t('viewer.next')}
        disabled={!onNext}
        data-disabled={!onNext || undefined}
        onClick={onNext}
      >
        <IconChevronRight size={20} stroke={1.75} />
      </IconButton>
    </>
  );
}

function Content({ viewed, kind, ...ways }: Omit<OneProps, 'index' | 'count'> & { kind: FileKind }) {
  if (kind === 'picture') return <PictureView viewed={viewed} {...ways} />;
  if (kind === 'film' || kind === 'sound') return <MediaView viewed={viewed} />;
  if (viewed.file.size === 0) return <div className={classes.notice}>{t('files.empty')}</div>;
  const View = VIEWS[kind];
  if (!View) return <Notice viewed={viewed} refusal={{ reason: 'unsupported', limit: 0 }} />;
  return (
    <Guard fallback={<Notice viewed={viewed} refusal={{ reason: 'broken', limit: 0 }} />}>
      <Suspense fallback={<LoadingNotice />}>
        <View viewed={viewed} />
      </Suspense>
    </Guard>
  );
}

/** The number of commands that fit beside the name; further ones are in a menu. */
const FITTING = 4;

interface BarProps extends OneProps {
  isDark: boolean;
  isPanel: boolean;
  onPanel: () => void;
}

function Bar({ viewed, index, count, onClose, isDark, isPanel, onPanel, ...ways }: BarProps) {
  const { file, commands = [], panel } = viewed;
  const down = useViewedAddress(viewed, '&down=yes');
  const isPhone = useIsPhone();
  const room = isPhone ? 0 : commands.length > FITTING ? FITTING - 1 : FITTING;
  const [beside, inMenu] = [commands.slice(0, room), commands.slice(room)];
  return (
    <header className={classes.bar}>
      <span className={classes.name}>
        <h2 className="truncate" tabIndex={-1} data-autofocus>
          {file.name}
        </h2>
        {count > 1 && (
          <small aria-live="polite">
            {index + 1} / {count}
          </small>
        )}
      </span>
      {count > 1 && !isDark && <Steps {...ways} />}
      {beside.map(
        ({ id, label, icon: Icon, run }) =>
          Icon && (
            <Tooltip key={id} label={label}>
              <IconButton className={classes.tool ?? ''} size={44} aria-label={label} onClick={run}>
                <Icon size={20} stroke={1.75} />
              </IconButton>
            </Tooltip>
          ),
      )}
      {panel && (
        <Tooltip label={panel.label}>
          <IconButton
            className={classes.tool ?? ''}
            size={44}
            aria-label={panel.label}
            aria-pressed={isPanel}
            onClick={onPanel}
          >
            <panel.icon size={20} stroke={1.75} />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip label={t('action.download')}>
        <ActionIcon
          component="a"
          href={down}
          download={file.name}
          className={classes.tool ?? ''}
          size="xl"
          aria-label={t('action.download')}
        >
          <IconDownload size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      {host.canOpenFile() && (
        <Tooltip label={t('viewer.open_app')}>
          <IconButton
            className={classes.tool ?? ''}
            size={44}
            aria-label={t('viewer.open_app')}
            onClick={() => host.openFile(new URL(down, location.href).href, file.name)}
          >
            <IconAppWindow size={20} stroke={1.75} />
          </IconButton>
        </Tooltip>
      )}
      {inMenu.length > 0 && (
        <Menu position="bottom-end" zIndex={400}>
          <Menu.Target>
            <ActionIcon className={classes.tool ?? ''} size="xl" aria-label={t('viewer.more')}>
              <IconDots size={20} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {inMenu.map(({ id, label, icon: Icon, run }) => (
              <Menu.Item key={id} leftSection={Icon && <Icon size={16} stroke={1.75} />} onClick={run}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {onClose && (
        <Tooltip label={t('action.close')}>
          <IconButton className={classes.tool ?? ''} size={44} aria-label={t('action.close')} onClick={onClose}>
            <IconX size={20} stroke={1.75} />
          </IconButton>
        </Tooltip>
      )}
    </header>
  );
}
