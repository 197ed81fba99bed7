import { msgOne } from '@atrium/contract/chat/messages.ts';
import { useParams } from 'react-router';
import { fileOf } from '#entities/message/files/fileShown.ts';
import { readFile } from '#entities/task/task.actions.ts';
import { SingleViewer } from '#entities/viewer/SingleViewer.tsx';
import type { ViewedFile } from '#entities/viewer/viewedFile.ts';
import { client } from '#sync/session.ts';
import { NotFound } from './NotFound.tsx';
import { SingleWindow } from './SingleWindow.tsx';

const idIn = (text = ''): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

/** The file of a message in a separate window. */
export function SingleMessageFile() {
  const id = idIn(useParams()['msgId']);
  return <Single id={id} mark={`message ${id}`} load={() => fileOfMessage(id)} />;
}

/** A file of a task in a separate window. */
export function SingleTaskFile() {
  const id = idIn(useParams()['fileId']);
  return <Single id={id} mark={`task ${id}`} load={() => fileOfTask(id)} />;
}

function Single({ id, mark, load }: { id: number; mark: string; load: () => Promise<ViewedFile> }) {
  if (id === 0) return <NotFound />;
  return (
    <SingleWindow>
      <SingleViewer key={mark} mark={mark} load={load} />
    </SingleWindow>
  );
}

/** A message without a file shows that there is no preview. */
async function fileOfMessage(id: number): Promise<ViewedFile> {
  return { id, file: fileOf(await client.api.read(msgOne, { msg_id: id })) };
}

async function fileOfTask(id: number): Promise<ViewedFile> {
  const {
    is_picture,
    name = '',
    size = 0,
    ext = '',
    path = '',
    url = '',
    thumb = '',
    width = -1,
    height = -1,
  } = await readFile(id);
  return {
    id,
    file: { type: is_picture ? 'img' : 'file', name, size, ext, path, url, thumb, width, height, file: '' },
  };
}
