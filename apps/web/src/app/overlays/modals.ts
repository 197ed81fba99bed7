import { later } from '#sync/store/later.ts';

export const TaskModal = later(async () => (await import('#features/tasks/TaskModal.tsx')).TaskModal);
export const NewTaskModal = later(async () => (await import('#features/tasks/create/NewTaskModal.tsx')).NewTaskModal);
export const SendTaskModal = later(
  async () => (await import('#entities/message/menu/SendTaskModal.tsx')).SendTaskModal,
);
export const MoveTaskModal = later(async () => (await import('#entities/task/menu/MoveTaskModal.tsx')).MoveTaskModal);
export const HandOverModal = later(async () => (await import('#entities/task/menu/HandOverModal.tsx')).HandOverModal);
export const PersonModal = later(async () => (await import('#features/person/PersonModal.tsx')).PersonModal);
export const DialogModal = later(async () => (await import('#features/messenger/DialogModal.tsx')).DialogModal);
export const NewProjectModal = later(
  async () => (await import('#features/projects/overview/NewProjectModal.tsx')).NewProjectModal,
);
export const NewGroupModal = later(async () => (await import('#features/messenger/NewGroupModal.tsx')).NewGroupModal);
export const SearchModal = later(async () => (await import('#features/search/SearchModal.tsx')).SearchModal);
export const RingNotice = later(async () => (await import('#features/meetings/RingNotice.tsx')).RingNotice);
export const Meetings = later(async () => (await import('#features/meetings/Meetings.tsx')).Meetings);
export const Palette = later(async () => (await import('#app/palette/Palette.tsx')).Palette);
export const HelpDrawer = later(async () => (await import('#app/help/HelpDrawer.tsx')).HelpDrawer);
export const ShortcutsModal = later(async () => (await import('./ShortcutsModal.tsx')).ShortcutsModal);
export const ReminderModal = later(
  async () => (await import('#entities/message/programs/ReminderModal.tsx')).ReminderModal,
);
export const UnsentModal = later(async () => (await import('#app/offline/UnsentModal.tsx')).UnsentModal);

/** The most frequent ones first. */
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
