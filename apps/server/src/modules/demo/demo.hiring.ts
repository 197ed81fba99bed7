import { type ProjectPlan, ticks } from './demo.plans.ts';

/** New colleagues. */
export const HIRING: ProjectPlan = {
  name: 'Hiring and onboarding',
  desc: 'Four new colleagues by summer, and a first week they’ll remember.',
  owner: 'ines',
  members: ['ada', 'ben', 'daria', 'fatima', 'giulia', 'jonas', 'luca'],
  tags: { engineer: '#51abea', workshop: '#faaa6c', sales: '#73b45c', week: '#b583e3' },
  columns: {
    Open: [
      ['Job ad: workshop mechanic', 'jonas fatima', { due: 3, p: 2, tags: ['workshop'] }],
      ['Job ad: sales, Belgium', 'giulia', { due: 8, p: 3, tags: ['sales'] }],
      ['Booth at the technical college career day', '', { due: 16, tags: ['workshop'] }],
      ['Ask the team who they’d like to work with', '', { p: 3 }],
      ['Internships for two students', 'daria', { due: 22, tags: ['engineer'] }],
      ['Mentors for new starters', '', { p: 2, tags: ['week'] }],
    ],
    Interviewing: [
      [
        'Engineer: second-round interviews',
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
            ['Meet the team', false],
            ['Offer', false],
          ],
          note: `<p>Three people, 90 minutes each: half an hour to get to know each other, an hour of real work together.</p>${ticks(['Room booked until five', true], ['Lunch for four', false], ['Someone free for a coffee afterwards', false])}`,
          talk: [
            ['daria', 'The first one today was very good. Calm, asks before she types.'],
            ['ben', 'I had the same impression.'],
            ['ines', 'Two more on Thursday. @ada, will you join at three?'],
            ['ada', 'Yes, for half an hour.'],
          ],
        },
      ],
      ['Mechanic: trial day', 'jonas', { due: 4, p: 2, tags: ['workshop'] }],
      ['Sales: second interview, candidate from Ghent', 'giulia ada', { due: 0, p: 2, tags: ['sales'], visibility: 2 }],
      ['Reply to everyone waiting longer than a week', 'ines', { due: -1, p: 1 }],
    ],
    'First week': [
      [
        'What a new colleague needs on day one',
        'ines luca',
        {
          due: 5,
          p: 2,
          tags: ['week'],
          note: `<p>We use this checklist every time.</p>${ticks(['Desk and chair', true], ['Laptop, set up', true], ['Account here, added to the right chats', true], ['Key and badge', false], ['Lunch with the team', false], ['A bicycle to ride home with', false])}`,
          talk: [
            ['luca', 'Laptops take ten days right now. Let me know early.'],
            ['ines', 'I will add it to the offer letter.'],
          ],
          subs: [
            ['Ask the last three new starters', true],
            ['Write it down', false],
          ],
        },
      ],
      ['Workshop tour, 30 minutes', 'jonas', { due: 7, tags: ['week'] }],
      ['Who’s who, with photos', 'fatima', { due: -3, tags: ['week'] }],
      ['30-day check-in', 'ada ines', { due: 12, p: 3, tags: ['week'] }],
      ['Build your own bike on day three', 'jonas', { tags: ['week'], p: 4 }],
    ],
    Done: [
      ['Budget for four people', 'ada', { done: 22, made: 29, p: 1, visibility: 3, visibleTo: ['ines', 'luca'] }],
      ['Careers pages', 'fatima', { done: 12, made: 23, due: -12 }],
      ['Job ad: engineer', 'daria', { done: 17, made: 25, due: -16, tags: ['engineer'] }],
      ['First interview questions', 'ines', { done: 14, made: 20 }],
      ['Read 61 applications', 'daria ines', { done: 8, made: 16, due: -7, tags: ['engineer'] }],
      ['Plain-language welcome letter', 'ines', { done: 2, made: 8, tags: ['week'] }],
      ['Ask the tax adviser about relocation costs', 'luca', { done: 6, made: 13 }],
      ['Recruiting agency', 'ines', { archived: 13, made: 27 }],
      ['Job fair in Eindhoven', 'fatima', { archived: 18, made: 29 }],
      ['Fifty-question test', '', { deleted: 11, made: 19 }],
    ],
  },
};
