import { type ProjectPlan, ticks } from './demo.plans.ts';

/** The move to another building. */
export const OFFICE: ProjectPlan = {
  name: 'Move to Harbor 12',
  desc: 'Workshop and office under one roof, from the end of next month.',
  owner: 'luca',
  members: ['ada', 'ben', 'emil', 'hiro', 'ines', 'jonas', 'kim'],
  tags: { building: '#faaa6c', network: '#51abea', furniture: '#73b45c', paper: '#b583e3' },
  columns: {
    'To do': [
      ['Order the moving van and six helpers', 'luca', { due: 10, p: 2 }],
      ['New sign at the quay', 'emil', { due: 17, tags: ['building'] }],
      ['Tell banks, insurers and the chamber of commerce', 'ines', { due: 15, p: 2, tags: ['paper'] }],
      ['Forward the mail', 'ines', { due: 20, tags: ['paper'] }],
      ['Plants for the meeting rooms', '', { p: 4 }],
      ['Bicycle racks for visitors', '', { tags: ['building'] }],
      ['Fire drill in the first week', 'hiro', { due: 24, p: 2 }],
      ['Keys and badges for everyone', 'luca', { due: 14, with: ['kim'] }],
      ['Hand back the old office', 'luca ada', { due: 27, p: 2, tags: ['paper'] }],
      ['Housewarming with the neighbors', '', { due: 29, p: 4 }],
    ],
    'Under way': [
      [
        'Network and phones in every room',
        'kim',
        {
          due: 4,
          p: 1,
          tags: ['network'],
          subs: [
            ['Fiber to the building', true],
            ['Sockets in the workshop', true],
            ['Wireless on the roof terrace', false],
            ['Keep the old numbers', false],
          ],
          note: `<p>Contract signed. The provider tests the line <strong>on Tuesday at ten</strong>.</p>${ticks(['Rack in the basement', true], ['Cables labeled', false], ['Printer, both floors', false])}`,
          talk: [
            ['kim', 'The technician needs the key to the basement at half past nine.'],
            ['luca', 'I will be there at nine anyway.'],
            ['kim', 'Perfect, thank you!'],
          ],
        },
      ],
      [
        'Workshop floor plan',
        'jonas',
        {
          due: 2,
          p: 2,
          tags: ['building'],
          with: ['hiro', 'emil'],
          note: '<p>Three stands instead of two, the paint booth at the north wall, and a straight path for the pallet truck.</p>',
          subs: [
            ['Measure the columns', true],
            ['Power for the third stand', false],
          ],
          talk: [
            ['jonas', 'The pallet truck needs 1.80 m, so the second shelf has to go.'],
            ['hiro', 'The test stand has to be away from the door, it is too drafty there.'],
            ['emil', 'Drawing 4 has both.'],
          ],
        },
      ],
      ['Lights above the workbenches', 'jonas', { due: -1, p: 2, tags: ['building'] }],
      ['14 standing desks', 'luca', { due: 6, tags: ['furniture'] }],
      [
        'Lease: final questions for the landlord',
        'ada luca',
        {
          due: 0,
          p: 1,
          tags: ['paper'],
          visibility: 2,
          note: '<p>Still open: who pays for the gate, and from when.</p>',
          talk: [['luca', '@ada, he’ll pay for half of the gate if we sign this week.']],
        },
      ],
      ['Insurance for the move', 'ines ada', { due: -4, p: 2, tags: ['paper'] }],
      ['Clear out the archive, room by room', 'ines ben', {}],
    ],
    Waiting: [
      ['Permit for the paint booth', 'jonas', { due: 12, p: 1, tags: ['building', 'paper'] }],
      ['Heating: quote from the second company', 'luca', { due: -2, p: 3, tags: ['building'] }],
      ['Kitchen: delivery date', 'luca', { tags: ['furniture'] }],
      ['Caretaker’s salary', 'ada', { visibility: 3, visibleTo: ['luca'], p: 3 }],
    ],
    Done: [
      ['Visit five buildings', 'ada luca', { done: 24, made: 29, p: 2 }],
      ['Ask everyone how they get to work', 'kim', { done: 19, made: 25 }],
      ['Choose wall colors', 'emil', { done: 11, made: 18, due: -10, tags: ['building'] }],
      ['Cancel the old contract', 'ada', { done: 13, made: 22, due: -12, p: 1, tags: ['paper'] }],
      ['Sell the old shelves', 'jonas', { done: 4, made: 15, tags: ['furniture'] }],
      ['Get three quotes from movers', 'luca', { done: 7, made: 17, due: -7 }],
      ['Measure all rooms', 'emil jonas', { done: 15, made: 23 }],
      ['Inventory of what we’re moving', 'ines', { done: 1, made: 10, due: -1 }],
      ['Empty the cellar', 'jonas luca', { done: 3, made: 12, p: 3 }],
      ['Building on the north side of town', 'luca', { archived: 20, made: 29 }],
      ['Parking in the yard', 'luca', { archived: 9, made: 22 }],
      ['Slide between the floors', 'emil', { deleted: 12, made: 16 }],
    ],
  },
};
