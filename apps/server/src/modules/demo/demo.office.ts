import { type ProjectPlan, ticks } from './demo.plans.ts';

/** Moving house. */
export const OFFICE: ProjectPlan = {
  name: 'Move to Harbour 12',
  desc: 'Workshop and office under one roof, from the end of next month.',
  owner: 'luca',
  members: ['ada', 'ben', 'emil', 'hiro', 'ines', 'jonas', 'kim'],
  tags: { building: '#faaa6c', network: '#51abea', furniture: '#73b45c', paper: '#b583e3' },
  columns: {
    'To do': [
      ['Order the moving van and six helpers', 'luca', { due: 10, p: 2 }],
      ['Sign with our new name at the quay', 'emil', { due: 17, tags: ['building'] }],
      ['Tell banks, insurers and the chamber of commerce', 'ines', { due: 15, p: 2, tags: ['paper'] }],
      ['Redirect the post', 'ines', { due: 20, tags: ['paper'] }],
      ['Plants for the meeting rooms', '', { p: 4 }],
      ['Bicycle racks for visitors', '', { tags: ['building'] }],
      ['Fire drill in the first week', 'hiro', { due: 24, p: 2 }],
      ['Keys and badges for everybody', 'luca', { due: 14, with: ['kim'] }],
      ['Hand the old rooms back', 'luca ada', { due: 27, p: 2, tags: ['paper'] }],
      ['Housewarming with the neighbours', '', { due: 29, p: 4 }],
    ],
    'Under way': [
      [
        'Network and telephone in every room',
        'kim',
        {
          due: 4,
          p: 1,
          tags: ['network'],
          subs: [
            ['Fibre into the house', true],
            ['Sockets in the workshop', true],
            ['Wireless on the roof terrace', false],
            ['Old numbers come along', false],
          ],
          note: `<p>Provider: contract signed, line is measured <strong>on Tuesday at ten</strong>.</p>${ticks(['Rack in the basement', true], ['Cables labelled', false], ['Printer, both floors', false])}`,
          talk: [
            ['kim', 'The technician needs the key to the basement at half past nine.'],
            ['luca', 'I will be there at nine anyway.'],
            ['kim', 'Perfect, thank you!'],
          ],
        },
      ],
      [
        'Plan of the workshop floor',
        'jonas',
        {
          due: 2,
          p: 2,
          tags: ['building'],
          with: ['hiro', 'emil'],
          note: '<p>Three stands instead of two, the paint booth at the north wall, and a straight way for the pallet truck.</p>',
          subs: [
            ['Measure the columns', true],
            ['Power for the third stand', false],
          ],
          talk: [
            ['jonas', 'The pallet truck needs 1.80 m, so the second shelf has to go.'],
            ['hiro', 'The test stand has to be away from the door, it is too draughty there.'],
            ['emil', 'Drawing 4 has both.'],
          ],
        },
      ],
      ['Lamps above the work benches', 'jonas', { due: -1, p: 2, tags: ['building'] }],
      ['Desks that can be raised, 14 pieces', 'luca', { due: 6, tags: ['furniture'] }],
      [
        'Rent: last questions to the owner',
        'ada luca',
        {
          due: 0,
          p: 1,
          tags: ['paper'],
          visibility: 2,
          note: '<p>Open: who pays for the gate, and from when on.</p>',
          talk: [['luca', '@ada, he offers to pay half of the gate if we sign this week.']],
        },
      ],
      ['Insurance for the move', 'ines ada', { due: -4, p: 2, tags: ['paper'] }],
      ['Sort out the archive, room by room', 'ines ben', {}],
    ],
    Waiting: [
      ['Permit for the paint booth', 'jonas', { due: 12, p: 1, tags: ['building', 'paper'] }],
      ['Heating: offer from the second firm', 'luca', { due: -2, p: 3, tags: ['building'] }],
      ['Kitchen: delivery date', 'luca', { tags: ['furniture'] }],
      ['Salary of the caretaker', 'ada', { visibility: 3, visibleTo: ['luca'], p: 3 }],
    ],
    Done: [
      ['Look at five buildings', 'ada luca', { done: 24, made: 29, p: 2 }],
      ['Ask everybody how they get to work', 'kim', { done: 19, made: 25 }],
      ['Choose the colour of the walls', 'emil', { done: 11, made: 18, due: -10, tags: ['building'] }],
      ['Cancel the old contract', 'ada', { done: 13, made: 22, due: -12, p: 1, tags: ['paper'] }],
      ['Sell the old shelves', 'jonas', { done: 4, made: 15, tags: ['furniture'] }],
      ['Three offers from movers', 'luca', { done: 7, made: 17, due: -7 }],
      ['Measure all rooms', 'emil jonas', { done: 15, made: 23 }],
      ['Count what comes along', 'ines', { done: 1, made: 10, due: -1 }],
      ['Empty the cellar', 'jonas luca', { done: 3, made: 12, p: 3 }],
      ['Building in the north of the town', 'luca', { archived: 20, made: 29 }],
      ['Parking in the yard', 'luca', { archived: 9, made: 22 }],
      ['Slide between the floors', 'emil', { deleted: 12, made: 16 }],
    ],
  },
};
