import type { MessageKey } from '@atrium/i18n/translate.ts';

interface Surroundings {
  goTo(path: string): void;
  open(what: 'project' | 'shortcuts'): void;
}

/** A command is defined once, for keys and for the list of shortcuts. */
export interface Command {
  id: string;
  label: MessageKey;
  /** One key, or two after each other; only while no field has the focus. */
  keys: string;
  run(on: Surroundings): void;
}

export const commands: readonly Command[] = [
  { id: 'dashboard', label: 'nav.dashboard', keys: 'g d', run: ({ goTo }) => goTo('/manage/dashboard') },
  { id: 'messenger', label: 'nav.messenger', keys: 'g m', run: ({ goTo }) => goTo('/manage/messenger') },
  { id: 'contacts', label: 'contacts.title', keys: 'g c', run: ({ goTo }) => goTo('/manage/messenger/contacts') },
  { id: 'projects', label: 'nav.projects', keys: 'g p', run: ({ goTo }) => goTo('/manage/project') },
  { id: 'settings', label: 'nav.settings', keys: 'g s', run: ({ goTo }) => goTo('/manage/setting') },
  { id: 'new-project', label: 'project.new', keys: 'b', run: ({ open }) => open('project') },
  { id: 'shortcuts', label: 'shortcuts.title', keys: '?', run: ({ open }) => open('shortcuts') },
];
