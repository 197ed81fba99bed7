import { lazy } from 'react';

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

export const TaskModal = lazy(() => task().then((module) => ({ default: module.TaskModal })));
export const NewTaskModal = lazy(() => adding().then((module) => ({ default: module.NewTaskModal })));
export const SendTaskModal = lazy(() => sending().then((module) => ({ default: module.SendTaskModal })));
export const MoveTaskModal = lazy(() => moving().then((module) => ({ default: module.MoveTaskModal })));
export const PersonModal = lazy(() => person().then((module) => ({ default: module.PersonModal })));
export const NewProjectModal = lazy(() => project().then((module) => ({ default: module.NewProjectModal })));
export const SearchModal = lazy(() => search().then((module) => ({ default: module.SearchModal })));
export const Palette = lazy(() => palette().then((module) => ({ default: module.Palette })));
export const ShortcutsModal = lazy(() => shortcuts().then((module) => ({ default: module.ShortcutsModal })));
export const UnsentModal = lazy(() => unsent().then((module) => ({ default: module.UnsentModal })));

export const modals = [task, search, palette, person, project, shortcuts, moving, adding, sending, unsent];
