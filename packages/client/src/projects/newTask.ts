import { taskPicture } from '@atrium/contract/projects/taskLinks.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { CallError } from '../api.ts';
import { uploadWatched } from '../sending/fileActions.ts';
import { type Mutation, type MutationContext, mutation } from '../sending/mutations.ts';
import { showNew, takeTask } from './projectActions.ts';

/** The prefix of the key of a picture in `OutgoingFiles`, which a waiting picture has instead of an address. */
export const LOCAL_PICTURE = 'local:';

const LOCAL = /<img src="local:([\w-]+)"/g;
/** The keys of waiting pictures in a description, each once. */
export const localPictures = (html: string): string[] => [
  ...new Set([...html.matchAll(LOCAL)].map(([, key = '']) => key)),
];

export interface PicturesToSend {
  /** The names by key. */
  names: Readonly<Record<string, string>>;
  /** The error for a picture that is no longer there. */
  lost: string;
}

/** Adds a task whose description shows pictures: they are uploaded first, and the task follows with their addresses. */
export const addPicturedTask: Mutation<typeof taskAdd, PicturesToSend> = mutation('addPicturedTask', taskAdd, {
  optimistic: showNew,
  confirmed: takeTask,
  perform,
  dropped({ files }, { names }) {
    for (const key of Object.keys(names)) files.drop(key);
  },
});

async function perform(on: MutationContext<typeof taskAdd, PicturesToSend>) {
  const { api, files, input, local, id } = on;
  let content = input.content ?? '';
  for (const key of localPictures(content)) {
    const picture = await files.get(key);
    if (!picture) throw new CallError(0, 'file.gone', local.lost);
    const { url, width, height } = await uploadWatched(on, taskPicture, {
      fields: { project_id: String(input.project_id) },
      file: { field: 'files', name: local.names[key] ?? 'image.png', content: picture },
    });
    const size = width > 0 ? ` width="${width}" height="${height}"` : '';
    content = content.replaceAll(`<img src="${LOCAL_PICTURE}${key}"`, `<img src="${url}"${size}`);
  }
  return api.call(taskAdd, { ...input, content }, { mutation: id });
}

export const newTaskMutations = { addPicturedTask };
