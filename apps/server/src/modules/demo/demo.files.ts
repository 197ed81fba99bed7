import type { PersonKey } from './demo.people.ts';

interface Entry {
  who: PersonKey;
  /** When the file was added: a number of workdays ago, and the time. */
  at: readonly [ago: number, time: string];
  /** The name with its extension. */
  name: string;
  text?: string;
  picture?: 'bicycle' | 'plan' | 'chart';
  /** The demo user's last visit, in the same form. */
  seen?: readonly [ago: number, time: string];
  isFavorite?: boolean;
}
export interface Folder {
  who: PersonKey;
  name: string;
  /** Shared with nobody, everybody, or these people. */
  share: readonly PersonKey[] | 'all';
  permission: 0 | 1;
  entries: readonly Entry[];
}

/** The team's files. */
export const FOLDERS: readonly Folder[] = [
  {
    ...{ who: 'ada', name: 'Company', share: 'all', permission: 0 },
    entries: [
      {
        ...{ who: 'ada', at: [18, '9:20'], name: 'How we work.md' },
        text: '# How we work\n\nWe build bicycles that last, and a company that does too.\n\n- **Mornings** are for work, afternoons for each other.\n- Decisions go into the task they’re about.\n- If you hear a rattle, say so.\n\n## Days off\n\nTell your head of department two weeks ahead. On the day itself a message before nine is enough.',
      },
      {
        ...{ who: 'luca', at: [12, '11:05'], name: 'Move to Harbor 12.md' },
        text: '# Move to Harbor 12\n\n| What | Who | By |\n| --- | --- | --- |\n| Workbenches | Jonas | Thursday |\n| Phones and network | Chen | Friday |\n| Keys for everyone | Luca | Friday |\n\nThe lift takes 600 kg. Nobody carries a frame jig alone.',
      },
      { ...{ who: 'luca', at: [12, '11:20'], name: 'Ground floor.png' }, picture: 'plan', seen: [2, '15:20'] },
    ],
  },
  {
    ...{ who: 'ben', name: 'Wren 2', share: ['ada', 'chen', 'daria', 'emil', 'hiro', 'jonas', 'kim'], permission: 1 },
    entries: [
      {
        ...{ who: 'ben', at: [20, '10:10'], name: 'Specification.md', seen: [1, '10:40'], isFavorite: true },
        text: '# Wren 2\n\n- Frame: steel, lugged, 52 to 60 cm\n- Weight: below 12 kg with mudguards\n- Lights: dynamo, front and rear\n\n## Open\n\n1. Chain or belt\n2. Color of the first hundred',
      },
      {
        ...{ who: 'hiro', at: [6, '15:40'], name: 'Test ride checklist.md' },
        text: '# Test ride\n\n1. Brakes, wet and dry\n2. Ten kilometres of cobbles\n3. Listen: nothing rattles\n4. Lights after five minutes of standing still',
      },
      { ...{ who: 'emil', at: [8, '14:00'], name: 'Side view.png' }, picture: 'bicycle', seen: [1, '11:05'] },
      {
        ...{ who: 'kim', at: [3, '16:30'], name: 'Orders by month.png', picture: 'chart' },
        ...{ seen: [1, '16:50'], isFavorite: true },
      },
      {
        ...{ who: 'chen', at: [4, '9:50'], name: 'weigh.py' },
        text: 'PARTS = {"frame": 2.4, "fork": 0.9, "wheels": 3.1, "rest": 4.8}\n\n\ndef total(parts):\n    return sum(parts.values())\n\n\nprint(f"{total(PARTS):.1f} kg")\n',
      },
    ],
  },
  {
    ...{ who: 'fatima', name: 'Press', share: ['ada', 'giulia', 'emil'], permission: 1 },
    entries: [
      {
        ...{ who: 'fatima', at: [9, '13:15'], name: 'Autumn newsletter.md' },
        text: '# Autumn newsletter\n\nThe Wren is coming back. Lighter, quieter, and for the first time with a rack that takes a crate.\n\n> “I forgot that I was riding a prototype.” (Hiro)',
      },
      { ...{ who: 'emil', at: [7, '10:30'], name: 'Cover.png' }, picture: 'bicycle' },
    ],
  },
  {
    ...{ who: 'ada', name: 'My notes', share: [], permission: 0 },
    entries: [
      {
        ...{ who: 'ada', at: [1, '17:45'], name: 'Talk at the fair.md', seen: [1, '17:50'] },
        text: '# Talk at the fair\n\n- Why steel\n- What repair costs, and what it saves\n- One bicycle on the stage, taken apart',
      },
    ],
  },
];
