import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { Button, Group, ScrollArea, Stack } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { DateTimeField, DayField, DayRangeField } from '#entities/date/DateFields.tsx';
import { BubbleBody } from '#entities/message/bubbles/BubbleBody.tsx';
import type { BubbleActions } from '#entities/message/bubbles/bubbleActions.ts';
import type { ShownFile } from '#entities/message/files/fileShown.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { FileViewer } from '#entities/viewer/FileViewer.tsx';
import { t } from '#sync/language.ts';
import { InlineEdit } from '#ui/fields/InlineEdit.tsx';
import { TagInput } from '#ui/fields/TagInput.tsx';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { ProgressRing } from '#ui/layout/ProgressRing.tsx';
import { Spinner } from '#ui/layout/Spinner.tsx';
import { usePageTitle } from '#ui/layout/usePageTitle.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { OverflowText } from '#ui/lists/OverflowText.tsx';
import { PickList } from '#ui/lists/PickList.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { RowMenu } from '#ui/overlays/RowMenu.tsx';
import classes from './Gallery.module.css';

interface Shown {
  name: string;
  /** A description for developers, in English like the rest of the code. */
  text: string;
  Example: ComponentType;
}

const LONG = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
const ada = {
  userid: 1,
  nickname: 'Ada Lovelace',
  userimg: '',
  online: true,
  bot: 0,
  disable_at: null,
  delete_at: null,
};
const picture: ShownFile = {
  type: 'img',
  name: 'icon.png',
  size: 2048,
  ext: 'png',
  path: '',
  url: '/icon-512.png',
  thumb: '/icon-192.png',
  width: 512,
  height: 512,
  file: '',
};
const actions = new Proxy({} as BubbleActions, { get: () => () => {} });
const messages = [
  { type: 'text', msg: { text: '<p>Plain <b>words</b></p>' } },
  { type: 'text', msg: { type: 'md', text: '# A title\n\n- one\n- `two`' } },
  { type: 'template', msg: { type: 'content', title: '', content: 'From a bot' } },
].map((each, index) => ({
  id: index + 1,
  dialog_id: 1,
  userid: 2,
  mtype: each.type,
  created_at: '2026-01-01 09:00:00',
  ...each,
})) as unknown as ClientMessage[];

function PageTitle() {
  const [title, setTitle] = useState('');
  usePageTitle(title);
  return <Button onClick={() => setTitle(t('nav.dashboard'))}>{t('nav.dashboard')}</Button>;
}
function Tags() {
  const [tags, setTags] = useState(['one', 'two']);
  return (
    <TagInput label={t('task.tags')} value={tags} onChange={setTags} max={3} fullWords={t('tags.max', { count: 3 })} />
  );
}
function Inline() {
  const [name, setName] = useState('Ship it');
  return <InlineEdit label={t('task.name')} value={name} maxLength={40} onSave={setName} />;
}
function Picture() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{picture.name}</Button>
      {isOpen && <FileViewer list={[{ id: 1, file: picture }]} first={1} onClose={() => setOpen(false)} />}
    </>
  );
}
function Picking() {
  const [value, setValue] = useState('');
  const rows = ['Ada', 'Bo', 'Cy']
    .filter((name) => name.toLowerCase().includes(value.toLowerCase()))
    .map((name) => ({ id: name, group: '', label: name, content: name, run: () => setValue(name) }));
  return (
    <PickList
      label={t('contacts.search')}
      placeholder={t('contacts.search')}
      clearLabel={t('action.clear')}
      value={value}
      maxLength={20}
      rows={rows}
      onChange={setValue}
      empty={t('contacts.none')}
    />
  );
}
function Dates() {
  const [at, setAt] = useState<string | null>('2026-11-23 09:30:00');
  const [day, setDay] = useState<string | null>(null);
  const [days, setDays] = useState<[string | null, string | null]>([null, null]);
  return (
    <Stack>
      <DateTimeField clearable label={t('task.start')} value={at} onChange={setAt} />
      <DayField clearable label={t('field.birthday')} value={day} onChange={setDay} />
      <DayRangeField clearable label={t('export.days')} value={days} onChange={setDays} />
    </Stack>
  );
}
const said = (label: string) => () => notify(label);

export const EXAMPLES: readonly Shown[] = [
  {
    name: 'usePageTitle',
    text: 'Names the tab: the screen, then the workspace; what is unread stays before it.',
    Example: PageTitle,
  },
  {
    name: 'Spinner',
    text: 'Something small is on its way. What takes the room of a screen is LoadingPlaceholder.',
    Example: () => <Spinner label={t('state.loading')} />,
  },
  {
    name: 'LoadingPlaceholder',
    text: 'The shape of a few lines where a screen will be, after 200 ms.',
    Example: () => <LoadingPlaceholder label={t('state.loading')} />,
  },
  {
    name: 'OverflowText',
    text: 'One line, cut; the whole of it where the pointer rests, and only where it is cut.',
    Example: () => (
      <div className={classes.narrow}>
        <OverflowText text={LONG} />
      </div>
    ),
  },
  {
    name: 'TagInput',
    text: 'Commas or Enter; trimmed, none twice, none empty, a most that is said for 2 s.',
    Example: Tags,
  },
  {
    name: 'RowMenu',
    text: 'What can be done with a row of a table; what is dangerous apart.',
    Example: () => (
      <RowMenu
        label={t('action.more')}
        commands={[
          { id: 'rename', label: t('action.rename'), icon: IconPencil, run: said(t('action.rename')) },
          {
            id: 'delete',
            label: t('task.remove'),
            icon: IconTrash,
            isDangerous: true,
            run: said(t('task.remove')),
          },
        ]}
      />
    ),
  },
  {
    name: 'InlineEdit',
    text: 'A text that is its own field. Enter saves, Escape brings back what was there.',
    Example: Inline,
  },
  {
    name: 'DateTimeField, DayField, DayRangeField',
    text: 'Days in the reader’s language, typed or picked; everything in their calendars bears a name.',
    Example: Dates,
  },
  {
    name: 'UserAvatar',
    text: 'A picture, or initials in the person’s own color; a dot while they are online.',
    Example: () => (
      <Group>
        {([20, 32, 40, 64] as const).map((size) => (
          <UserAvatar key={size} user={ada} size={size} withPresence />
        ))}
      </Group>
    ),
  },
  {
    name: 'FileViewer',
    text: 'Files of every format over everything else: arrows, zoom, rotate, download; videos play.',
    Example: Picture,
  },
  {
    name: 'ScrollArea',
    text: 'Thin bars in the color of lines, everywhere; ScrollArea where a system would lay thick ones over a list.',
    Example: () => (
      <ScrollArea h={80} type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'ScrollArea' }}>
        {Array.from({ length: 12 }, (_, index) => (
          <div key={LONG.slice(index)}>{LONG.slice(index)}</div>
        ))}
      </ScrollArea>
    ),
  },
  {
    name: 'ProgressRing',
    text: 'How much is done.',
    Example: () => <ProgressRing percent={64} label={t('task.progress', { percent: 64 })} />,
  },
  {
    name: 'BubbleBody',
    text: 'What a message says, by its kind.',
    Example: () => (
      <Stack gap="xs">
        {messages.map((message) => (
          <BubbleBody key={message.id} message={message} actions={actions} />
        ))}
      </Stack>
    ),
  },
  {
    name: 'EmptyState',
    text: 'One sentence, one action, a quiet drawing; never a blank pane.',
    Example: () => (
      <EmptyState drawing="done" text={t('project.none')} action={{ label: t('project.new'), run: said('new') }} />
    ),
  },
  { name: 'PickList', text: 'A field with a list that follows it: arrows and Enter.', Example: Picking },
];
