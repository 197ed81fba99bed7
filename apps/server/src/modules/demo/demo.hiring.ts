import { type ProjectPlan, ticks } from './demo.plans.ts';

/** New colleagues. */
export const HIRING: ProjectPlan = {
  name: 'Hiring and onboarding',
  desc: 'Four new colleagues until summer, and a first week that nobody forgets.',
  owner: 'ines',
  members: ['ada', 'ben', 'daria', 'fatima', 'giulia', 'jonas', 'luca'],
  tags: { engineer: '#51abea', workshop: '#faaa6c', sales: '#73b45c', week: '#b583e3' },
  columns: {
    Open: [
      ['Advertisement: mechanic for the workshop', 'jonas fatima', { due: 3, p: 2, tags: ['workshop'] }],
      ['Advertisement: sales for Belgium', 'giulia', { due: 8, p: 3, tags: ['sales'] }],
      ['Stand at the day of the technical school', '', { due: 16, tags: ['workshop'] }],
      ['Ask the team whom they would like to work with', '', { p: 3 }],
      ['Internship for two students', 'daria', { due: 22, tags: ['engineer'] }],
      ['Mentors for everybody who starts', '', { p: 2, tags: ['week'] }],
    ],
    'In talks': [
      [
        'Engineer: talks in the second round',
        'daria ben',
        {
          due: 1,
          p: 1,
          tags: ['engineer'],
          visibility: 2,
          with: ['ines', 'ada'],
          subs: [
            ['Three invitations', true],
            ['Small task to do together', true],
            ['Talk with the team', false],
            ['Offer', false],
          ],
          note: `<p>Three people, 90 minutes each: half an hour to get to know each other, an hour of real work together.</p>${ticks(['Room until five', true], ['Lunch for four', false], ['Somebody who has time afterwards', false])}`,
          talk: [
            ['daria', 'The first one today was very good. Calm, asks before she types.'],
            ['ben', 'I had the same impression.'],
            ['ines', 'Two more on Thursday. @ada, will you join at three?'],
            ['ada', 'Yes, for half an hour.'],
          ],
        },
      ],
      ['Mechanic: day of trial work', 'jonas', { due: 4, p: 2, tags: ['workshop'] }],
      ['Sales: second talk with the lady from Ghent', 'giulia ada', { due: 0, p: 2, tags: ['sales'], visibility: 2 }],
      ['Answer everybody who waits for more than a week', 'ines', { due: -1, p: 1 }],
    ],
    'First week': [
      [
        'What a new colleague needs on day one',
        'ines luca',
        {
          due: 5,
          p: 2,
          tags: ['week'],
          note: `<p>A list that we use every time.</p>${ticks(['Desk and chair', true], ['Computer with everything on it', true], ['Account here, in the right conversations', true], ['Key and badge', false], ['Lunch with the team', false], ['A bicycle to ride home with', false])}`,
          talk: [
            ['luca', 'Computers take ten days at the moment. Tell me early.'],
            ['ines', 'I will add it to the offer letter.'],
          ],
          subs: [
            ['Ask the last three who started', true],
            ['Write it down', false],
          ],
        },
      ],
      ['Tour through the workshop, half an hour', 'jonas', { due: 7, tags: ['week'] }],
      ['Who is who, with pictures', 'fatima', { due: -3, tags: ['week'] }],
      ['Talk after 30 days', 'ada ines', { due: 12, p: 3, tags: ['week'] }],
      ['Assemble your own bicycle on the third day', 'jonas', { tags: ['week'], p: 4 }],
    ],
    Done: [
      ['Budget for four people', 'ada', { done: 22, made: 29, p: 1, visibility: 3, visibleTo: ['ines', 'luca'] }],
      ['Pages about working here', 'fatima', { done: 12, made: 23, due: -12 }],
      ['Advertisement: engineer', 'daria', { done: 17, made: 25, due: -16, tags: ['engineer'] }],
      ['Questions for the first talk', 'ines', { done: 14, made: 20 }],
      ['Read 61 applications', 'daria ines', { done: 8, made: 16, due: -7, tags: ['engineer'] }],
      ['Welcome letter in plain words', 'ines', { done: 2, made: 8, tags: ['week'] }],
      ['Ask the tax adviser about moving costs', 'luca', { done: 6, made: 13 }],
      ['Agency for the first search', 'ines', { archived: 13, made: 27 }],
      ['Fair in Eindhoven', 'fatima', { archived: 18, made: 29 }],
      ['Test with fifty questions', '', { deleted: 11, made: 19 }],
    ],
  },
};
