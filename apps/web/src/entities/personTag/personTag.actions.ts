import {
  type PersonTag,
  type PersonTags,
  personTagAdd,
  personTagDelete,
  personTagLists,
  personTagRecognize,
  personTagUpdate,
  type UserExtra,
  userExtra,
} from '@atrium/contract/people/personTags.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { askFirst } from '#ui/overlays/ask.ts';

export const readExtra = (userid: number): Promise<UserExtra> => client.api.read(userExtra, { userid });
export const readTags = (userid: number): Promise<PersonTags> => client.api.read(personTagLists, { userid });
export const addTag = (userid: number, name: string) => client.api.call(personTagAdd, { userid, name });
export const renameTag = (tag_id: number, name: string) => client.api.call(personTagUpdate, { tag_id, name });
export const recognizeTag = (tag_id: number) => client.api.call(personTagRecognize, { tag_id });
export const deleteTag = (tag_id: number) => client.api.call(personTagDelete, { tag_id });

export const askDelete = ({ name }: PersonTag): Promise<boolean> =>
  askFirst({
    title: t('person_tag.delete'),
    text: t('person_tag.delete_ask', { name }),
    action: t('person_tag.delete'),
    isDangerous: true,
  });
