import { type ProjectPlan, ticks } from './demo.plans.ts';

/** A product on its way to the shops. */
export const WREN: ProjectPlan = {
  name: 'Wren 2',
  desc: 'The light city bike, second edition: 2 kg lighter, belt drive, from 1,490.',
  owner: 'ben',
  members: ['ada', 'daria', 'emil', 'fatima', 'giulia', 'hiro', 'ines', 'jonas', 'luca'],
  tags: { frame: '#51abea', supplier: '#faaa6c', safety: '#ff7070', launch: '#b583e3' },
  columns: {
    Ideas: [
      ['Basket that clips on without tools', '', { p: 4 }],
      ['Bell that matches the frame color', 'emil', { p: 4, tags: ['frame'] }],
      ['Child seat that fits the short frame', '', { tags: ['safety'] }],
      ['Rent for a month before buying', 'giulia', { p: 3 }],
      ['Lock that opens with your phone', '', {}],
    ],
    Design: [
      ['Decals for the five colors', 'emil', { due: 5, p: 3, tags: ['frame'] }],
      [
        'Manual with pictures instead of words',
        'emil ines',
        {
          due: 11,
          p: 3,
          note: `<p>Most questions to support in the first week:</p>${ticks(['How high does the saddle go?', true], ['How do I take the front wheel out?', true], ['How is the belt tightened?', false], ['Where is the frame number?', false])}`,
        },
      ],
      ['Box that fits a delivery van', 'luca', { due: 9, tags: ['supplier'] }],
      ['Mudguards that do not rattle', 'jonas', { due: -1, p: 2, tags: ['frame'] }],
    ],
    Prototype: [
      [
        'Front fork: crack after 60,000 cycles',
        'jonas hiro',
        {
          due: 1,
          p: 1,
          tags: ['frame', 'safety'],
          color: '#ffeaee',
          subs: [
            ['Cut one open and look', true],
            ['Ask the supplier for the batch', true],
            ['New weld, 2 mm more', false],
            ['100,000 cycles on the stand', false],
          ],
          note: '<p>Found on the stand in week two. The weld at the left dropout is too short.</p><p><strong>No delivery before this is solved.</strong></p>',
          talk: [
            ['hiro', 'Second fork cracked at 61,400. Same place.'],
            ['jonas', 'The weld is 14 mm, the drawing says 18.'],
            ['ben', 'What does the supplier say?'],
            ['jonas', 'They’re changing the jig this week. Eight new forks on Monday.'],
            ['hiro', '@ada, this moves the test by six days. I would rather wait than guess.'],
            ['ada', 'Agreed. We wait.'],
          ],
        },
      ],
      [
        'Belt drive: noise in the rain',
        'jonas',
        {
          due: 3,
          p: 2,
          tags: ['frame'],
          with: ['daria'],
          talk: [
            ['daria', 'Rode home in the rain yesterday. It squeaks above 20 km/h.'],
            ['jonas', 'The alignment was off by a millimeter. Can you try again tonight?'],
            ['daria', 'Silent now!'],
          ],
        },
      ],
      ['Frame size XS, two pieces', 'jonas', { due: 6, tags: ['frame'] }],
      ['Lights that turn on automatically', 'daria', { due: -5, p: 2, tags: ['safety'] }],
      ['Paint samples under real light', 'emil', { due: 2 }],
      ['Weigh every part', 'hiro', { due: 4, p: 3 }],
    ],
    'Test ride': [
      [
        'Ten riders for two weeks',
        'fatima',
        {
          due: 7,
          p: 2,
          tags: ['launch'],
          subs: [
            ['Find ten riders', true],
            ['Insurance', true],
            ['Questions for every third day', true],
            ['Thank-you gift', false],
          ],
          note: '<p>Five of them ride every day, three at weekends, two have never owned one of our bikes.</p>',
          talk: [
            ['fatima', 'All ten have signed. The oldest is 74!'],
            ['ben', 'Wonderful. Please ask for photos.'],
          ],
        },
      ],
      ['Brakes on wet cobbles', 'hiro', { due: 2, p: 1, tags: ['safety'] }],
      ['Fifty climbs up the Domtoren road', 'jonas', { due: -2, p: 3 }],
      ['European safety certificate', 'hiro', { due: 13, p: 1, tags: ['safety'] }],
    ],
    Ready: [
      [
        'Price for shops and for riders',
        'giulia ada',
        { done: 3, made: 14, due: -3, p: 1, visibility: 3, visibleTo: ['ben'] },
      ],
      ['Name and logo', 'fatima', { done: 18, made: 28, tags: ['launch'] }],
      ['Five colors', 'emil', { done: 13, made: 26, due: -14, p: 2, tags: ['frame'] }],
      ['Second supplier for belts', 'luca', { done: 10, made: 24, tags: ['supplier'] }],
      ['Saddle most people like', 'jonas', { done: 8, made: 21, due: -9 }],
      ['Launch plan', 'ben', { done: 21, made: 29, p: 1, tags: ['launch'] }],
      ['Puncture-proof tires, first test', 'hiro', { done: 6, made: 16, tags: ['safety'] }],
      ['Contract with the paint shop', 'luca', { done: 5, made: 19, due: -5, tags: ['supplier'] }],
      ['Two weeks with belt B', 'jonas', { archived: 12, made: 28 }],
      ['Titanium edition', 'ben', { archived: 17, made: 29, p: 4 }],
      ['Carbon fork', 'jonas', { archived: 7, made: 25 }],
      ['Talk with the city about test tracks', 'fatima', { archived: 4, made: 20 }],
      ['Folding pedals', '', { deleted: 9, made: 18 }],
    ],
  },
};
