import type { Talk } from './demo.talk.ts';

/** Conversations in the projects. */
export const PROJECT_TALK: readonly Talk[] = [
  {
    in: { project: 'Web shop relaunch' },
    unread: 3,
    days: [
      [
        20,
        '9:04',
        [
          ['ada', 'Good morning! This is where we talk about the new shop. Every decision goes into a task.'],
          [
            'ben',
            'The goal in one sentence: anyone who wants a bike has one in the cart within a minute.',
            { pin: true, like: ['👍', 'emil fatima chen'] },
          ],
          ['chen', '早上好！测试服务器下午就能用。'],
          ['fatima', 'I’m collecting all the copy in one document so no one has to search for it.'],
          ['emil', 'First sketch of the home page:', { picture: { name: 'front-page-1.png', kind: 'bicycle' } }],
          ['giulia', 'Can the price be bigger? People ask for it first.', { re: 1 }],
          ['emil', 'Sure, tomorrow.', { re: 1 }],
        ],
      ],
      [
        16,
        '10:32',
        [
          [
            'kim',
            'Last month’s numbers: 18,400 visitors, 212 orders.',
            { picture: { name: 'visitors.png', kind: 'chart' } },
          ],
          [
            'kim',
            'The raw data, if anyone wants to dig in:',
            {
              file: {
                name: 'visitors.csv',
                text: 'day,visitors,orders\n1,604,7\n2,588,6\n3,731,9\n4,645,8\n5,702,8\n',
              },
            },
          ],
          ['ben', 'So one in 87 buys. I’d be happy with one in 60.'],
          ['daria', 'Half of them leave while the images load. We can fix that this week.'],
          ['ada', 'Please do!', { like: ['🎉', 'daria'] }],
        ],
      ],
      [
        12,
        '14:10',
        [
          [
            'daria',
            'Images are 70% smaller now and load when you scroll to them.',
            { like: ['🎉', 'ada ben emil kim'] },
          ],
          [
            'hiro',
            'md:Tested on three phones:\n\n| phone | before | now |\n|---|---|---|\n| large, new | 2.1 s | 0.9 s |\n| medium | 4.8 s | 1.7 s |\n| small, five years old | 11 s | 3.2 s |',
          ],
          ['ben', 'Great work, thank you both.'],
        ],
      ],
      [
        8,
        '9:48',
        [
          [
            'fatima',
            'Which photo goes on top? Please vote by tomorrow.',
            {
              vote: {
                options: ['Rider on the bridge', 'Bicycle alone, white', 'The workshop'],
                votes: { ben: 1, emil: 1, giulia: 1, chen: 2, hiro: 3, ines: 1 },
              },
            },
          ],
          ['emil', 'I’d like the workshop, but on a phone it’s just dark.'],
          ['ines', 'The bridge. People write to us about it.'],
          ['giulia', 'The bridge, and the price next to it :)', { edited: true }],
        ],
      ],
      [
        5,
        '11:15',
        [
          ['chen', 'Delivery costs are in the cart now. #[Show delivery costs in the cart]'],
          [
            'ines',
            'Not a single question about it since this morning. It used to be ten a day!',
            { like: ['❤️', 'chen ada ben'] },
          ],
          ['ben', 'Next is the checkout: #[Checkout in two steps instead of five]'],
          ['daria', 'I’ll take guest checkout.'],
          ['chen', 'And I’ll do the rest.'],
        ],
      ],
      [
        2,
        '13:20',
        [
          [
            'chen',
            'md:Found out why the cart is sometimes empty:\n\n```js\nif (basket.items.length = 0) forget(basket);\n```\n\nOne `=` too few.',
          ],
          ['daria', 'Ouch. That one has been there for three years.', { re: 1, like: ['😂', 'chen kim hiro'] }],
          ['hiro', 'I’ll write a test so it doesn’t come back.', { todo: 'hiro' }],
          ['kim', 'Redirects: 214 of 380 done.'],
        ],
      ],
      [
        0,
        '9:05',
        [
          ['ben', 'Good morning! Today: terms page, filter, and the video for the Wren.'],
          ['emil', 'The studio is sending the video at noon.'],
          ['daria', 'Guest checkout is on the test server, please try to break it.'],
          ['ines', '@ada, the terms page is ready for you: #[Plain-language terms and privacy page]'],
          [
            'giulia',
            'I ordered three bikes with it and didn’t notice a thing. That’s praise.',
            { like: ['😂', 'daria ben'] },
          ],
        ],
      ],
    ],
  },
  {
    in: { project: 'Wren 2' },
    unread: 2,
    days: [
      [
        19,
        '8:52',
        [
          ['ben', 'The launch plan is ready: #[Launch plan]'],
          [
            'jonas',
            'Two frames arrived. The blue one is beautiful.',
            { picture: { name: 'wren-blue.png', kind: 'bicycle' }, like: ['❤️', 'emil fatima ben'] },
          ],
          ['emil', 'Finally the right blue!'],
          ['hiro', 'They’re going on the stand on Monday.'],
        ],
      ],
      [
        13,
        '15:02',
        [
          ['luca', 'The second supplier for belts can deliver 400 a month.'],
          ['ben', 'And the price?'],
          ['luca', 'Four percent more. I think it’s worth it, we’d never run out.', { re: 2 }],
          ['ada', 'Agreed, please order 50 first.', { tag: true }],
        ],
      ],
      [
        9,
        '10:20',
        [
          ['hiro', 'A fork cracked at 60,000 cycles. I’m stopping the test.'],
          ['jonas', 'I’m coming up.'],
          ['ben', 'How bad is it?'],
          [
            'jonas',
            'The weld is too short. Not our fault, the supplier changed the jig.',
            { picture: { name: 'fork-drawing.png', kind: 'plan' } },
          ],
          [
            'ada',
            'Then we ship nothing until that’s clear. Thanks for stopping, Hiro.',
            { like: ['👍', 'hiro jonas ben daria'] },
          ],
        ],
      ],
      [
        6,
        '9:37',
        [
          ['fatima', 'All ten test riders have signed!', { like: ['🎉', 'ben ada giulia'] }],
          ['giulia', 'One of my shops in Ghent wants two of them in the window.'],
          ['ben', 'With a sign "not for sale yet", why not.'],
        ],
      ],
      [
        3,
        '11:41',
        [
          ['daria', 'The belt squeaks in the rain above 20 km/h. I recorded it, it sounds like a mouse.'],
          ['jonas', 'Alignment. Bring it down after lunch.'],
          ['daria', 'Silent now! It was one millimeter.', { like: ['👍', 'jonas ben'] }],
          ['hiro', 'I’ll add a gauge to the checklist.', { todo: 'hiro jonas' }],
        ],
      ],
      [
        1,
        '14:30',
        [
          ['giulia', 'Three shops are asking for the price list. When can I send it?'],
          ['ben', 'Once the fork has passed.'],
          ['jonas', 'Eight new forks arrive on Monday.'],
          ['hiro', 'Then we’ll have results a week later.'],
          ['ada', 'Good. I’ll tell the shops myself.'],
        ],
      ],
      [
        0,
        '8:40',
        [
          [
            'emil',
            'Decals on the green frame, what do you think?',
            { picture: { name: 'wren-green.png', kind: 'bicycle' } },
          ],
          ['ben', 'Smaller, and closer to the seat.'],
        ],
      ],
    ],
  },
  {
    in: { project: 'Move to Harbor 12' },
    days: [
      [
        21,
        '10:05',
        [
          ['luca', 'It’s official: we got Harbor 12!', { like: ['🎉', 'ada ben emil ines jonas kim'] }],
          ['jonas', 'With the big gate?'],
          ['luca', 'With the big gate. And a crane, two tons.', { like: ['❤️', 'jonas'] }],
          ['emil', 'Floor plan, both floors:', { picture: { name: 'harbour-12.png', kind: 'plan' }, pin: true }],
          ['ines', 'Support would like to sit where it is quiet.'],
          ['emil', 'Upper floor, east, with a view of the water.', { re: 1 }],
        ],
      ],
      [
        14,
        '13:12',
        [
          ['kim', 'I asked everyone: eleven of twelve come by bike, one by ferry.'],
          ['hiro', 'The ferry is me.', { like: ['😂', 'kim luca ines'] }],
          [
            'luca',
            'Wall color for the meeting rooms?',
            {
              vote: {
                options: ['White', 'Light green', 'The old blue'],
                votes: { emil: 2, ines: 2, kim: 2, jonas: 3, ben: 1 },
              },
            },
          ],
        ],
      ],
      [
        7,
        '9:25',
        [
          [
            'luca',
            'md:**Movers**, three offers:\n\n1. Van Dijk: 6,200, Saturday\n2. Blauw: 5,400, on a weekday\n3. Harbor Boys: 5,900, Saturday, with insurance',
          ],
          ['ada', 'The third one.'],
          ['ines', 'I’m doing the inventory until Friday. Please mark what stays here.', { todo: 'ines jonas kim' }],
          ['jonas', 'The old shelves are sold, 300 for the lot.'],
        ],
      ],
      [
        2,
        '16:01',
        [
          [
            'jonas',
            'Drawing 4 of the workshop is the one.',
            {
              file: {
                name: 'workshop-4.txt',
                text: 'Stand 1: north wall\nStand 2: next to the gate\nStand 3: column C\nPallet truck: 1.80 m\n',
              },
            },
          ],
          ['hiro', 'The test stand is away from the door, thank you.'],
          ['kim', 'The line gets tested on Tuesday at ten.'],
        ],
      ],
    ],
  },
  {
    in: { project: 'Hiring and onboarding' },
    days: [
      [
        17,
        '11:02',
        [
          ['ines', 'The job ad for the engineer is out. Please share it.'],
          ['daria', 'Done, in two groups.'],
          [
            'fatima',
            'The careers page has photos of all of you. No one had to smile.',
            { like: ['😂', 'daria jonas luca'] },
          ],
        ],
      ],
      [
        8,
        '9:50',
        [
          ['daria', '61 applications. We have read all of them, nine are very good.'],
          ['ben', 'How many interviews can we do in a week?'],
          ['ines', 'Six, if everyone keeps two mornings free.'],
          ['ines', '@all please add your free mornings by tomorrow.', { todo: 'ada ben daria jonas' }],
        ],
      ],
      [
        3,
        '10:44',
        [
          ['jonas', 'The mechanic’s trial day is on Thursday. She rebuilt a cargo bike during the interview.'],
          ['ada', 'During the interview?', { re: 1 }],
          ['jonas', 'We had one standing around.', { like: ['😂', 'ada ines daria'] }],
          ['luca', 'Laptops take ten days right now, so please let me know early.'],
          ['ines', 'I’ve written down what’s needed on day one: #[What a new colleague needs on day one]'],
        ],
      ],
    ],
  },
];
