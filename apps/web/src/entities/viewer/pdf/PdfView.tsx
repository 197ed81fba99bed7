import { Button, NumberInput, Text } from '@mantine/core';
import {
  IconLayoutSidebar,
  IconPrinter,
  IconRotateClockwise2,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { t } from '#sync/language.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { LoadingNotice, Notice } from '../Notice.tsx';
import { type Refusal, refusalOf } from '../useFileContent.ts';
import { useKeys } from '../useScale.ts';
import { useViewedAddress, type ViewedFile } from '../viewedFile.ts';
import { FindField } from './FindField.tsx';
import classes from './PdfView.module.css';
import { type MatchCount, openPdf, type PdfSession } from './pdfSession.ts';
import { SidePanel } from './SidePanel.tsx';

/** A PDF with search, outline, thumbnails, zoom, rotation and printing. */
export function PdfView({ viewed }: { viewed: ViewedFile }) {
  const box = useRef<HTMLDivElement>(null);
  const pdf = usePdf(box, viewed);
  const { session, pages, page, percent } = pdf;
  const isNarrow = useIsNarrow();
  const [hasPanel, setPanel] = useState(false);
  const [isFinding, setFinding] = useState(false);
  useKeys({
    '+': () => session?.zoom('in'),
    '=': () => session?.zoom('in'),
    '-': () => session?.zoom('out'),
    0: () => session?.zoom('reset'),
    r: () => session?.rotate(),
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
      event.preventDefault();
      setFinding(true);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  if (pdf.refusal) return <Notice viewed={viewed} refusal={pdf.refusal} onAgain={pdf.again} />;
  return (
    <div className={classes.reader}>
      <div className={classes.bar} role="toolbar" aria-label={t('viewer.tools')}>
        <Tool icon={IconLayoutSidebar} label={t('viewer.panel')} isOn={hasPanel} onClick={() => setPanel(!hasPanel)} />
        <PageField page={page} pages={pages} onPage={(to) => session?.goTo(to)} />
        <span className={classes.gap} />
        <Tool icon={IconZoomOut} label={t('viewer.zoom_out')} onClick={() => session?.zoom('out')} />
        {!isNarrow && (
          <button
            type="button"
            className={classes.percent}
            aria-label={t('viewer.zoom_reset')}
            onClick={() => session?.zoom('reset')}
          >
            {percent} %
          </button>
        )}
        <Tool icon={IconZoomIn} label={t('viewer.zoom_in')} onClick={() => session?.zoom('in')} />
        <Tool icon={IconRotateClockwise2} label={t('viewer.rotate')} onClick={() => session?.rotate()} />
        <Tool icon={IconSearch} label={t('viewer.find')} isOn={isFinding} onClick={() => setFinding(!isFinding)} />
        <PrintTool session={session} pages={pages} />
      </div>
      {isFinding && session && <FindField found={pdf.found} onFind={session.find} onClose={() => setFinding(false)} />}
      <div className={classes.columns}>
        {hasPanel && session && pages > 0 && (
          <SidePanel
            session={session}
            pages={pages}
            page={page}
            onPage={(to) => {
              session.goTo(to);
              if (isNarrow) setPanel(false);
            }}
            onFollow={(target) => {
              session.follow(target);
              if (isNarrow) setPanel(false);
            }}
          />
        )}
        <div className={classes.stage}>
          {pages === 0 && !pdf.lock && <LoadingNotice />}
          {pdf.lock && <Locked key={pdf.lock.tries} lock={pdf.lock} />}
          <div
            ref={box}
            className={classes.container}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area is reached by keys
            tabIndex={0}
            role="document"
            aria-label={viewed.file.name}
            data-pages={pages || undefined}
          >
            <div className="pdfViewer" />
          </div>
        </div>
      </div>
    </div>
  );
}

interface Lock {
  isWrong: boolean;
  tries: number;
  answer: (password: string) => void;
}

function usePdf(box: React.RefObject<HTMLDivElement | null>, viewed: ViewedFile) {
  const address = useViewedAddress(viewed);
  const [session, setSession] = useState<PdfSession>();
  const [pages, setPages] = useState(0);
  const [page, setPage] = useState(1);
  const [percent, setPercent] = useState(100);
  const [found, setFound] = useState<MatchCount>();
  const [lock, setLock] = useState<Lock>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!address || !element || turn < 0) return;
    let opened: PdfSession | undefined;
    let isWanted = true;
    openPdf(element, address, {
      onOpen(count) {
        setLock(undefined);
        setPages(count);
      },
      onPage: setPage,
      onScale: setPercent,
      onMatches: setFound,
      onLocked: (isWrong, answer) => setLock((before) => ({ isWrong, answer, tries: (before?.tries ?? 0) + 1 })),
      onFailed: (error) => isWanted && setRefusal(refusalOf(error)),
    }).then(
      (made) => {
        opened = made;
        if (isWanted) setSession(made);
        else made.close();
      },
      (error: unknown) => isWanted && setRefusal(refusalOf(error)),
    );
    return () => {
      isWanted = false;
      opened?.close();
      setSession(undefined);
      setPages(0);
    };
  }, [box, address, turn]);
  const again = () => {
    setRefusal(undefined);
    setTurn(turn + 1);
  };
  return { session, pages, page, percent, found, lock, refusal, again };
}

interface ToolProps {
  icon: typeof IconSearch;
  label: string;
  isOn?: boolean;
  onClick: () => void;
}
function Tool({ icon: Icon, label, isOn, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <IconButton size={34} aria-label={label} onClick={onClick} {...(isOn !== undefined && { 'aria-pressed': isOn })}>
        <Icon size={18} stroke={1.75} />
      </IconButton>
    </Tooltip>
  );
}

function PageField({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const [typed, setTyped] = useState<number | string>();
  const go = () => {
    const wished = Number(typed);
    if (Number.isInteger(wished) && wished >= 1 && wished <= pages) onPage(wished);
    setTyped(undefined);
  };
  return (
    <span className={classes.pages}>
      <NumberInput
        size="xs"
        w={56}
        hideControls
        aria-label={t('viewer.page')}
        value={typed ?? (pages > 0 ? page : '')}
        min={1}
        max={Math.max(1, pages)}
        disabled={pages === 0}
        onChange={setTyped}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
      />
      <span>/ {pages || '–'}</span>
    </span>
  );
}

/** Drawing many pages takes a while and can be stopped. */
function PrintTool({ session, pages }: { session: PdfSession | undefined; pages: number }) {
  const [drawn, setDrawn] = useState(0);
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const print = async () => {
    isStopped.current = false;
    try {
      await session?.print(setDrawn, () => isStopped.current);
    } finally {
      setDrawn(0);
    }
  };
  if (drawn === 0) return <Tool icon={IconPrinter} label={t('viewer.print')} onClick={() => void print()} />;
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => {
        isStopped.current = true;
      }}
    >
      {t('viewer.printing', { page: drawn, count: pages })}
    </Button>
  );
}

function Locked({ lock }: { lock: Lock }) {
  const [password, setPassword] = useState('');
  return (
    <form
      className={classes.locked}
      onSubmit={(event) => {
        event.preventDefault();
        if (password) lock.answer(password);
      }}
    >
      <Text>{t('viewer.password_needed')}</Text>
      <PasswordField
        w="min(320px, 80vw)"
        aria-label={t('viewer.password')}
        value={password}
        autoComplete="off"
        autoFocus
        error={lock.isWrong ? t('viewer.password_wrong') : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" disabled={!password}>
        {t('action.open')}
      </Button>
    </form>
  );
}
