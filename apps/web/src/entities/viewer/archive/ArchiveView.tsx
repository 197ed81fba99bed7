import { UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconFolder } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { FileIcon } from '#entities/message/files/FileIcon.tsx';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { locale, t } from '#sync/language.ts';
import { readBytes, remoteSource, ViewerError } from '../fileBytes.ts';
import { WhenLoaded } from '../Notice.tsx';
import { useContentFrom } from '../useFileContent.ts';
import type { ViewedFile } from '../viewedFile.ts';
import { inflate, listZip } from '../zip/zip.ts';
import classes from './ArchiveView.module.css';
import { listTar } from './tar.ts';
import { type Branch, treeOf } from './tree.ts';

const MB = 1024 * 1024;
/** Maximum size of a tar archive: it has no directory, so the whole file is read. */
const TAR_BYTES = 100 * MB;
const UNPACKED_BYTES = 400 * MB;
const SHOWN_AT_ONCE = 1000;

async function listArchive({ file }: ViewedFile, address: string, signal: AbortSignal): Promise<Branch[]> {
  if (!/^(tar|tgz|gz)$/.test(file.ext)) return treeOf(await listZip(remoteSource(address, file.size, signal)), locale);
  if (file.size > TAR_BYTES) throw new ViewerError('large', TAR_BYTES);
  const bytes = await readBytes(address, TAR_BYTES, signal);
  if (file.ext === 'tar') return treeOf(listTar(bytes), locale);
  const unpacked = await inflate(bytes, 'gzip', UNPACKED_BYTES);
  const isTar = file.ext === 'tgz' || /\.tar\.gz$/i.test(file.name);
  if (isTar) return treeOf(listTar(unpacked), locale);
  return [{ name: file.name.replace(/\.gz$/i, ''), size: unpacked.length, children: undefined }];
}

/** An archive's content as a tree. Nothing is unpacked for this. */
export function ArchiveView({ viewed }: { viewed: ViewedFile }) {
  const loaded = useContentFrom(viewed, (address, signal) => listArchive(viewed, address, signal));
  return (
    <WhenLoaded viewed={viewed} loaded={loaded}>
      {(branches) => (
        <div className={classes.page}>
          <div className={classes.box}>
            {branches.length === 0 ? (
              <p>{t('viewer.archive_empty')}</p>
            ) : (
              <Branches branches={branches} name={viewed.file.name} isOpen={branches.length === 1} />
            )}
          </div>
        </div>
      )}
    </WhenLoaded>
  );
}

function Branches({ branches, name, isOpen = false }: { branches: readonly Branch[]; name: string; isOpen?: boolean }) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const list = useMemo(() => branches.slice(0, shown), [branches, shown]);
  return (
    <ul className={classes.list} aria-label={name}>
      {list.map((branch, index) => (
        <Row key={`${index} ${branch.name}`} branch={branch} isOpen={isOpen} />
      ))}
      {branches.length > shown && (
        <li>
          <UnstyledButton className={classes.row} onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            {t('action.more')}
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}

function Row({ branch, isOpen: isFirst }: { branch: Branch; isOpen: boolean }) {
  const [isOpen, setOpen] = useState(isFirst && branch.children !== undefined);
  const size = <small>{sizeWords(branch.size, locale)}</small>;
  if (!branch.children) {
    return (
      <li className={classes.row} data-file>
        <FileIcon ext={branch.name.split('.').at(-1)?.toLowerCase() ?? ''} />
        <span className={classes.name}>{branch.name}</span>
        {size}
      </li>
    );
  }
  return (
    <li>
      <UnstyledButton className={classes.row} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight className={classes.chevron ?? ''} size={16} aria-hidden="true" />
        <IconFolder size={20} stroke={1.5} aria-hidden="true" />
        <span className={classes.name}>{branch.name}</span>
        {size}
      </UnstyledButton>
      {isOpen && <Branches branches={branch.children} name={branch.name} />}
    </li>
  );
}
