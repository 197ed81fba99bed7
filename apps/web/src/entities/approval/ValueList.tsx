import type { ApprovalField, ApprovalFile, ApprovalValues } from '@atrium/contract/approvals/definition.ts';
import type { FileMsg } from '@atrium/contract/files/files.ts';
import { IconFile } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useFileAddress } from '#sync/files.ts';
import { later } from '#sync/store/later.ts';
import classes from './Approval.module.css';
import { type ValueNames, valueWords } from './approvalWords.ts';

const FileViewer = later(async () => (await import('#entities/message/files/FileViewer.tsx')).FileViewer);

interface Props extends ValueNames {
  form: readonly ApprovalField[];
  values: ApprovalValues;
  files: readonly ApprovalFile[];
}

/** What was filled in. Fields without a value are left out. */
export function ValueList({ form, values, files, ...names }: Props) {
  return (
    <dl className={classes.values}>
      {form.map((field) => {
        const value = values[field.id];
        if (field.kind === 'description' || value === undefined || value === null) return null;
        if (field.kind === 'files') {
          const own = files.filter(({ token }) => (value as string[]).includes(token));
          return (
            <Line key={field.id} label={field.label}>
              <FileList files={own} label={field.label} />
            </Line>
          );
        }
        if (field.kind === 'table') {
          const rows = value as Record<string, ApprovalValues[string]>[];
          return (
            <div key={field.id} className={classes.whole}>
              <dt>{field.label}</dt>
              <dd className={classes.scroll}>
                <table className={classes.table}>
                  <thead>
                    <tr>
                      {field.columns.map((column) => (
                        <th key={column.id} scope="col">
                          {column.label}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row, at) => (
                      // Rows have no ids, and keep their order.
                      <tr key={at}>
                        {field.columns.map((column) => (
                          <td key={column.id}>{valueWords(column, row[column.id], names)}</td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </dd>
            </div>
          );
        }
        return (
          <Line key={field.id} label={field.label}>
            {valueWords(field, value, names)}
          </Line>
        );
      })}
    </dl>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

/** Pictures, which open over everything, and other files, which are downloaded. */
export function FileList({ files, label }: { files: readonly ApprovalFile[]; label: string }) {
  const [open, setOpen] = useState<number | null>(null);
  const pictures = files.filter(({ thumb }) => thumb !== '');
  return (
    <>
      <ul className={classes.files} aria-label={label}>
        {pictures.map((file, index) => (
          <li key={file.token}>
            <button type="button" className={classes.picture} aria-label={file.name} onClick={() => setOpen(index)}>
              <Thumb file={file} />
            </button>
          </li>
        ))}
        {files
          .filter(({ thumb }) => thumb === '')
          .map((file) => (
            <li key={file.token}>
              <Download file={file} />
            </li>
          ))}
      </ul>
      {open !== null && (
        <Suspense>
          <FileViewer
            list={pictures.map((file, id) => ({ id, file: { ...asMessage(file), file: '' } }))}
            first={open}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const asMessage = ({ name, size, ext, url, thumb, width, height }: ApprovalFile): FileMsg => ({
  type: 'img',
  ...{ name, size, ext, url, thumb, width, height },
  path: url.replace('{{RemoteURL}}', ''),
});

function Thumb({ file }: { file: ApprovalFile }) {
  const address = useFileAddress(file.thumb);
  return address ? <img src={address} alt="" loading="lazy" /> : null;
}

function Download({ file }: { file: ApprovalFile }) {
  const address = useFileAddress(file.url, '&down=yes');
  return (
    <a className={classes.file} href={address} download={file.name} rel="noopener noreferrer">
      <IconFile size={18} stroke={1.75} aria-hidden="true" />
      <span className="truncate">{file.name}</span>
    </a>
  );
}
