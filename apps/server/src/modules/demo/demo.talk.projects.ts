import type { Talk } from './demo.talk.ts';

/** What the projects talk about. */
export const PROJECT_TALK: readonly Talk[] = [
  {
    in: { project: 'Web shop relaunch' },
    unread: 3,
    days: [
      [
        20,
        '9:04',
        [
          [
            'ada',
            'Good morning! This is where we talk about the new shop. Everything that is decided goes into a task.',
          ],
          [
            'ben',
            'The goal in one sentence: whoever wants a bicycle has one in the basket after a minute.',
            { pin: true, like: ['👍', 'emil fatima chen'] },
          ],
          ['chen', '早上好！测试服务器下午就能用。'],
          ['fatima', 'I collect all texts in one document, then nobody has to search.'],
          ['emil', 'First sketch of the front page:', { picture: { name: 'front-page-1.png', kind: 'bicycle' } }],
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
            'Numbers of last month: 18,400 visitors, 212 orders.',
            { picture: { name: 'visitors.png', kind: 'chart' } },
          ],
          [
            'kim',
            'The raw data, if somebody wants to calculate:',
            {
              file: {
                name: 'visitors.csv',
                text: 'day,visitors,orders\n1,604,7\n2,588,6\n3,731,9\n4,645,8\n5,702,8\n',
              },
            },
          ],
          ['ben', 'So one of 87 buys. I would be happy with one of 60.'],
          ['daria', 'Half of them leave when the pictures load. That we can fix this week.'],
          ['ada', 'Please do!', { like: ['🎉', 'daria'] }],
        ],
      ],
      [
        12,
        '14:10',
        [
          ['daria', 'Pictures are 70 % smaller now and load when they are seen.', { like: ['🎉', 'ada ben emil kim'] }],
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
            'Which picture goes on top? Please vote until tomorrow.',
            {
              vote: {
                options: ['Rider on the bridge', 'Bicycle alone, white', 'The workshop'],
                votes: { ben: 1, emil: 1, giulia: 1, chen: 2, hiro: 3, ines: 1 },
              },
            },
          ],
          ['emil', 'I would like the workshop, but small on a phone it is only dark.'],
          ['ines', 'The bridge. People write to us about it.'],
          ['giulia', 'The bridge, and the price next to it :)', { edited: true }],
        ],
      ],
      [
        5,
        '11:15',
        [
          ['chen', 'Delivery costs are in the basket now. #[Delivery costs are shown in the basket]'],
          [
            'ines',
            'Since this morning not a single question about it. Before it was ten a day!',
            { like: ['❤️', 'chen ada ben'] },
          ],
          ['ben', 'Next is the checkout: #[Checkout in two steps instead of five]'],
          ['daria', 'I take guest checkout.'],
          ['chen', 'And I the rest.'],
        ],
      ],
      [
        2,
        '13:20',
        [
          [
            'chen',
            'md:Found why the basket is sometimes empty:\n\n```js\nif (basket.items.length = 0) forget(basket);\n```\n\nOne `=` too few.',
          ],
          ['daria', 'Ouch. That one has been there for three years.', { re: 1, like: ['😂', 'chen kim hiro'] }],
          ['hiro', 'I write a test so that it stays away.', { todo: 'hiro' }],
          ['kim', 'Redirects: 214 of 380 done.'],
        ],
      ],
      [
        0,
        '9:05',
        [
          ['ben', 'Good morning! Today: terms page, filter, and the film for the Wren.'],
          ['emil', 'The studio sends the film at noon.'],
          ['daria', 'Guest checkout is on the test server, please try to break it.'],
          ['ines', '@ada, the terms page waits for you: #[Terms and privacy page in plain words]'],
          [
            'giulia',
            'I ordered three bicycles with it and felt nothing. That is praise.',
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
          ['ben', 'The plan until the launch is in: #[Plan until the launch]'],
          [
            'jonas',
            'Two frames arrived, the blue one is beautiful.',
            { picture: { name: 'wren-blue.png', kind: 'bicycle' }, like: ['❤️', 'emil fatima ben'] },
          ],
          ['emil', 'Finally the right blue!'],
          ['hiro', 'They go on the stand on Monday.'],
        ],
      ],
      [
        13,
        '15:02',
        [
          ['luca', 'The second supplier for belts can deliver 400 a month.'],
          ['ben', 'And the price?'],
          ['luca', 'Four per cent more. I think it is worth it, we never stand still then.', { re: 2 }],
          ['ada', 'Agreed, please order 50 first.', { tag: true }],
        ],
      ],
      [
        9,
        '10:20',
        [
          ['hiro', 'A fork has cracked at 60,000 cycles. I stop the test.'],
          ['jonas', 'I come up.'],
          ['ben', 'How bad is it?'],
          [
            'jonas',
            'The weld is too short. Not ours, the supplier changed the jig.',
            { picture: { name: 'fork-drawing.png', kind: 'plan' } },
          ],
          [
            'ada',
            'Then we deliver nothing until it is clear. Thank you for stopping, Hiro.',
            { like: ['👍', 'hiro jonas ben daria'] },
          ],
        ],
      ],
      [
        6,
        '9:37',
        [
          ['fatima', 'All ten test riders have signed!', { like: ['🎉', 'ben ada giulia'] }],
          ['giulia', 'One of my shops in Ghent wants to have two of them in the window.'],
          ['ben', 'With a sign "not for sale yet", why not.'],
        ],
      ],
      [
        3,
        '11:41',
        [
          ['daria', 'The belt squeaks in the rain, from 20 km/h on. I have a recording, it sounds like a mouse.'],
          ['jonas', 'Alignment. Bring it down after lunch.'],
          ['daria', 'Silent now! It was one millimetre.', { like: ['👍', 'jonas ben'] }],
          ['hiro', 'I add a gauge to the check list.', { todo: 'hiro jonas' }],
        ],
      ],
      [
        1,
        '14:30',
        [
          ['giulia', 'Three shops ask for the price list. When may I send it?'],
          ['ben', 'After the fork has passed.'],
          ['jonas', 'New forks come on Monday, eight pieces.'],
          ['hiro', 'Then the result is there a week later.'],
          ['ada', 'Good. I tell the shops myself.'],
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
    in: { project: 'Move to Harbour 12' },
    days: [
      [
        21,
        '10:05',
        [
          ['luca', 'It is official: we get Harbour 12!', { like: ['🎉', 'ada ben emil ines jonas kim'] }],
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
          ['kim', 'Asked everybody: eleven of twelve come by bicycle, one by ferry.'],
          ['hiro', 'The ferry is me.', { like: ['😂', 'kim luca ines'] }],
          [
            'luca',
            'Colour of the walls in the meeting rooms?',
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
            'md:**Movers**, three offers:\n\n1. Van Dijk: 6,200, Saturday\n2. Blauw: 5,400, on a weekday\n3. Harbour Boys: 5,900, Saturday, with insurance',
          ],
          ['ada', 'The third one.'],
          ['ines', 'I count what comes along until Friday. Please mark what stays.', { todo: 'ines jonas kim' }],
          ['jonas', 'The old shelves are sold, 300 for all.'],
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
          ['kim', 'The line is measured on Tuesday at ten.'],
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
          ['ines', 'Advertisement for the engineer is out. Please pass it on.'],
          ['daria', 'Done, in two groups.'],
          [
            'fatima',
            'The page about working here has pictures of all of you. Nobody had to smile.',
            { like: ['😂', 'daria jonas luca'] },
          ],
        ],
      ],
      [
        8,
        '9:50',
        [
          ['daria', '61 applications. We have read all of them, nine are very good.'],
          ['ben', 'How many talks can we do in a week?'],
          ['ines', 'Six, if everybody keeps two mornings free.'],
          ['ines', '@all please enter your free mornings until tomorrow.', { todo: 'ada ben daria jonas' }],
        ],
      ],
      [
        3,
        '10:44',
        [
          [
            'jonas',
            'The mechanic for the day of trial work comes on Thursday. She rebuilt a cargo bicycle in the talk.',
          ],
          ['ada', 'In the talk?', { re: 1 }],
          ['jonas', 'We had one standing around.', { like: ['😂', 'ada ines daria'] }],
          ['luca', 'Computers take ten days at the moment, please tell me early.'],
          ['ines', 'I have written down what is needed on day one: #[What a new colleague needs on day one]'],
        ],
      ],
    ],
  },
];
