import { later } from '#sync/later.ts';

const task = () => import('#features/tasks/TaskModal.tsx');
const adding = () => import('#features/tasks/NewTaskModal.tsx');
const sending = () => import('#entities/message/SendTaskModal.tsx');
const moving = () => import('#entities/task/MoveTaskModal.tsx');
const person = () => import('#features/person/PersonModal.tsx');
const project = () => import('#features/projects/NewProjectModal.tsx');
const shortcuts = () => import('./ShortcutsModal.tsx');
const search = () => import('#features/search/SearchModal.tsx');
const palette = () => import('./Palette.tsx');
const unsent = () => import('./UnsentModal.tsx');

export const TaskModal = later(async () => (await task()).TaskModal);
export const NewTaskModal = later(async () => (await adding()).NewTaskModal);
export const SendTaskModal = later(async () => (await sending()).SendTaskModal);
export const MoveTaskModal = later(async () => (await moving()).MoveTaskModal);
export const PersonModal = later(async () => (await person()).PersonModal);
export const NewProjectModal = later(async () => (await project()).NewProjectModal);
export const SearchModal = later(async () => (await search()).SearchModal);
export const Palette = later(async () => (await palette()).Palette);
export const ShortcutsModal = later(async () => (await shortcuts()).ShortcutsModal);
export const UnsentModal = later(async () => (await unsent()).UnsentModal);

export const modals = [task, search, palette, person, project, shortcuts, moving, adding, sending, unsent];
