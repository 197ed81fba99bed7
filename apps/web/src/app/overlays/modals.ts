import { lazyPart } from '#sync/store/lazyPart.ts';

export const TaskModal = lazyPart(async () => (await import('#features/tasks/TaskModal.tsx')).TaskModal);
export const NewTaskModal = lazyPart(
  async () => (await import('#features/tasks/create/NewTaskModal.tsx')).NewTaskModal,
);
export const SendTaskModal = lazyPart(
  async () => (await import('#entities/message/menu/SendTaskModal.tsx')).SendTaskModal,
);
export const MoveTaskModal = lazyPart(
  async () => (await import('#entities/task/menu/MoveTaskModal.tsx')).MoveTaskModal,
);
export const HandOverModal = lazyPart(
  async () => (await import('#entities/task/menu/HandOverModal.tsx')).HandOverModal,
);
export const PersonModal = lazyPart(async () => (await import('#features/person/PersonModal.tsx')).PersonModal);
export const DialogModal = lazyPart(async () => (await import('#features/messenger/DialogModal.tsx')).DialogModal);
export const NewProjectModal = lazyPart(
  async () => (await import('#features/projects/overview/NewProjectModal.tsx')).NewProjectModal,
);
export const NewGroupModal = lazyPart(
  async () => (await import('#features/messenger/NewGroupModal.tsx')).NewGroupModal,
);
export const SearchModal = lazyPart(async () => (await import('#features/search/SearchModal.tsx')).SearchModal);
export const RingNotice = lazyPart(async () => (await import('#features/meetings/RingNotice.tsx')).RingNotice);
export const Meetings = lazyPart(async () => (await import('#features/meetings/Meetings.tsx')).Meetings);
export const Palette = lazyPart(async () => (await import('#app/palette/Palette.tsx')).Palette);
export const HelpDrawer = lazyPart(async () => (await import('#app/help/HelpDrawer.tsx')).HelpDrawer);
export const ShortcutsModal = lazyPart(async () => (await import('./ShortcutsModal.tsx')).ShortcutsModal);
export const ReminderModal = lazyPart(
  async () => (await import('#entities/message/programs/ReminderModal.tsx')).ReminderModal,
);
export const UnsentModal = lazyPart(async () => (await import('#app/offline/UnsentModal.tsx')).UnsentModal);

/** The modals, the most frequent ones first. */
export const modals = [
  TaskModal,
  SearchModal,
  Palette,
  PersonModal,
  DialogModal,
  NewProjectModal,
  NewGroupModal,
  ShortcutsModal,
  MoveTaskModal,
  NewTaskModal,
  SendTaskModal,
  HandOverModal,
  UnsentModal,
  ReminderModal,
].map(({ fetch }) => fetch);
