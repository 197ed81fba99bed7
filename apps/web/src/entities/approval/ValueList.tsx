import type {
  ApprovalColumn,
  ApprovalField,
  ApprovalFile,
  ApprovalValues,
} from '@atrium/contract/approvals/definition.ts';
import { IconFile } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { canBeViewed } from '#entities/viewer/fileKinds.ts';
import type { ViewedFile } from '#entities/viewer/viewedFile.ts';
import { FileViewer } from '#entities/viewer/viewerPart.ts';
import { useFileAddress } from '#sync/files.ts';
import classes from './Approval.module.css';
import { type ValueNames, valueWords } from './approvalWords.ts';

interface Props extends ValueNames {
  form: readonly ApprovalField[];
  values: ApprovalValues;
  files: readonly ApprovalFile[];
}

const isNumber = ({ kind }: ApprovalColumn) => kind === 'number' || kind === 'money' || kind === 'formula';

/** The values of a request. Fields without a value are left out. */
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
                        <th key={column.id} scope="col" data-number={isNumber(column) || undefined}>
                          {column.label}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row, at) => (
                      // The index is the key, because rows have no ids and keep their order.
                      <tr key={at}>
                        {field.columns.map((column) => (
                          <td key={column.id} data-number={isNumber(column) || undefined}>
                            {valueWords(column, row[column.id], names)}
                          </td>
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

/** The files of a request. Those that the viewer can show open over everything, others are downloaded. */
export function FileList({ files, label }: { files: readonly ApprovalFile[]; label: string }) {
  const [open, setOpen] = useState<number | null>(null);
  const shown = files.filter(canBeViewed);
  return (
    <>
      <ul className={classes.files} aria-label={label}>
        {shown.map((file, index) => (
          <li key={file.token}>
            <button
              type="button"
              className={file.thumb ? classes.picture : classes.file}
              aria-label={file.name}
              onClick={() => setOpen(index)}
            >
              {file.thumb ? <Thumb file={file} /> : <Name file={file} />}
            </button>
          </li>
        ))}
        {files
          .filter((file) => !canBeViewed(file))
          .map((file) => (
            <li key={file.token}>
              <Download file={file} />
            </li>
          ))}
      </ul>
      {open !== null && (
        <Suspense>
          <FileViewer list={shown.map(viewed)} first={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

const viewed = ({ name, size, ext, url, thumb, width, height }: ApprovalFile, id: number): ViewedFile => ({
  id,
  file: {
    type: thumb ? 'img' : 'file',
    ...{ name, size, ext, url, thumb, width, height },
    path: url.replace('{{RemoteURL}}', ''),
    file: '',
  },
});

const Name = ({ file }: { file: ApprovalFile }) => (
  <>
    <IconFile size={18} stroke={1.75} aria-hidden="true" />
    <span className="truncate">{file.name}</span>
  </>
);

function Thumb({ file }: { file: ApprovalFile }) {
  const address = useFileAddress(file.thumb);
  return address ? <img src={address} alt="" loading="lazy" /> : null;
}

function Download({ file }: { file: ApprovalFile }) {
  const address = useFileAddress(file.url, '&down=yes');
  return (
    <a className={classes.file} href={address} download={file.name} rel="noopener noreferrer">
      <Name file={file} />
    </a>
  );
}
