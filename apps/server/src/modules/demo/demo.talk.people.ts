import type { Talk } from './demo.talk.ts';

/** Conversations outside the projects. */
export const PEOPLE_TALK: readonly Talk[] = [
  {
    in: 'all',
    days: [
      [
        21,
        '8:30',
        [
          [
            'ada',
            'Welcome, everyone! From now on we talk here instead of by email.',
            { like: ['👍', 'ben emil ines luca kim'], pin: true },
          ],
          ['luca', 'The wireless password is on the fridge, as always.'],
          ['ines', 'And who’s on phone duty?', { re: 1 }],
          ['luca', 'The list is next to it.'],
        ],
      ],
      [
        10,
        '12:02',
        [
          [
            'fatima',
            'We’re in the newspaper, page 14, with a photo of the workshop!',
            { like: ['🎉', 'ada jonas giulia hiro'] },
          ],
          ['jonas', 'My mother bought five copies.', { like: ['😂', 'fatima ada ben chen daria'] }],
        ],
      ],
      [
        4,
        '9:15',
        [
          [
            'ada',
            'md:### This month\n\n- 231 bicycles built\n- 212 sold on the web, 96 in shops\n- answers within **7 hours**\n\nThank you!',
          ],
          ['hiro', 'And not a single return.'],
        ],
      ],
      [
        1,
        '16:20',
        [
          [
            'luca',
            'Summer party: who’s bringing what?',
            {
              chain: [
                ['luca', 'Grill and charcoal'],
                ['ines', 'Potato salad, two bowls'],
                ['jonas', 'Drinks'],
                ['chen', '饺子'],
                ['fatima', 'Music and lights'],
              ],
            },
          ],
        ],
      ],
    ],
  },
  {
    in: { group: 'Management', people: 'ada ben luca ines' },
    days: [
      [
        18,
        '10:00',
        [
          ['ada', 'A short one every Monday at ten, thirty minutes, or here if someone is on the road.'],
          ['ben', 'Fine with me.'],
          ['luca', 'With coffee.'],
          ['ines', 'Without slides, please.', { like: ['👍', 'ada ben luca'] }],
        ],
      ],
      [
        11,
        '10:04',
        [
          ['luca', 'Rent is one topic, the movers the other.'],
          ['ada', 'Rent first.'],
          ['luca', 'He wants us to pay for the gate.'],
          ['ben', 'All of it? It’s older than I am.'],
          ['ada', 'Half would be fair.'],
        ],
      ],
      [
        6,
        '10:01',
        [
          ['ada', 'Wren 2: we’ll wait for the fork, however long it takes.'],
          ['ben', 'Six days, as it looks now.'],
          ['ines', 'I’ll prepare an answer for people who ask.', { todo: 'ines' }],
        ],
      ],
      [
        1,
        '10:02',
        [
          ['luca', 'He’ll pay for half of the gate if we sign this week.'],
          ['ada', 'Then we sign. Thank you, Luca!', { like: ['🎉', 'luca ben'] }],
          ['ben', 'And the budget for four people is still on?'],
          ['ada', 'It is.'],
        ],
      ],
    ],
  },
  {
    in: { group: 'Coffee corner', people: 'ada ben chen daria emil fatima giulia hiro ines jonas kim luca' },
    unread: 2,
    days: [
      [
        15,
        '12:31',
        [
          ['giulia', 'Who ate the last piece of the lemon cake?'],
          ['hiro', 'Quality control.', { re: 1, like: ['😂', 'giulia ada emil kim jonas'] }],
          ['giulia', 'I want a certificate.'],
        ],
      ],
      [
        9,
        '15:40',
        [
          [
            'kim',
            '주말에 한강에서 자전거 탔어요!',
            { picture: { name: 'weekend.png', kind: 'bicycle' }, like: ['❤️', 'fatima chen'] },
          ],
          ['fatima', 'Beautiful! Where is that?'],
          ['kim', 'Seoul, my parents live there. 40 km along the river.'],
          ['chen', '下次带上我们！', { re: 1 }],
        ],
      ],
      [
        5,
        '12:05',
        [
          [
            'emil',
            'Lunch on Friday?',
            {
              chain: [
                ['emil', 'Noodles at the corner, 12:30'],
                ['daria', 'Me too'],
                ['ben', '+1'],
                ['kim', 'Me too, without coriander'],
              ],
            },
          ],
          ['jonas', 'I’m at the supplier’s, have one for me.'],
        ],
      ],
      [
        2,
        '12:48',
        [
          ['luca', 'The label printer is out of paper again.'],
          ['ines', 'Second drawer, behind the tea.'],
          ['luca', 'Who puts paper behind the tea?'],
          ['hiro', 'Someone who drinks coffee.', { like: ['😂', 'ines luca daria'] }],
        ],
      ],
      [
        0,
        '8:55',
        [
          ['giulia', 'There is cake again. Lemon.'],
          ['hiro', 'On my way.', { like: ['😂', 'giulia kim'] }],
        ],
      ],
    ],
  },
  {
    in: { group: 'Ride to work', people: 'daria emil jonas kim chen' },
    days: [
      [
        12,
        '8:31',
        [
          ['emil', 'The bridge is closed until Friday, take the ferry.'],
          ['daria', 'Saved me twenty minutes, thank you.'],
        ],
      ],
      [
        4,
        '17:05',
        [
          ['jonas', 'Headwind on the way home. Who rides in front?'],
          ['kim', 'The one with the belt drive.'],
          ['daria', 'That squeaks.', { like: ['😂', 'jonas emil'] }],
        ],
      ],
    ],
  },
  {
    in: { pair: ['ada', 'ben'] },
    days: [
      [
        14,
        '9:10',
        [
          ['ada', 'Do you have ten minutes to go over the plan?'],
          ['ben', 'At eleven?'],
          ['ada', 'Perfect.'],
        ],
      ],
      [
        6,
        '16:22',
        [
          ['ben', 'The shops are getting nervous about the fork.'],
          ['ada', 'I’ll call Ghent and Utrecht tomorrow.'],
          ['ben', 'Thank you. It helps if it comes from you.'],
          ['ada', 'Done. Both will wait.', { like: ['👍', 'ben'] }],
        ],
      ],
      [
        1,
        '15:12',
        [
          [
            'ben',
            'Here is what I want to show on Thursday:',
            {
              file: {
                name: 'agenda.txt',
                text: '1. Checkout in two steps\n2. Numbers after a week\n3. What comes next\n',
              },
            },
          ],
          ['ada', 'Short and sweet. I’d start with the numbers.'],
          ['ben', 'Changed.', { re: 1 }],
        ],
      ],
    ],
  },
  {
    in: { pair: ['ada', 'ines'] },
    unread: 1,
    days: [
      [
        9,
        '11:25',
        [
          ['ines', 'One of the applications is from a neighbor of yours. Does that matter?'],
          ['ada', 'Only that I should not decide. Please do it with Daria.'],
          ['ines', 'Got it.'],
        ],
      ],
      [
        3,
        '14:05',
        [
          ['ada', 'How are the replies to customers coming along?'],
          ['ines', 'Seven hours on average, down from eleven.'],
          ['ada', 'Wow!', { like: ['❤️', 'ines'] }],
        ],
      ],
      [0, '9:12', [['ines', '@ada, will you join the interview at three on Thursday? Half an hour is enough.']]],
    ],
  },
  {
    in: { pair: ['ada', 'luca'] },
    days: [
      [
        16,
        '13:40',
        [
          ['luca', 'The landlord would like to meet you before we sign.'],
          ['ada', 'Wednesday afternoon?'],
          ['luca', 'Two o’clock, at the gate.', { todo: 'ada' }],
        ],
      ],
      [
        2,
        '17:02',
        [
          ['luca', 'He’ll pay for half of the gate!'],
          ['ada', 'You are a magician.', { like: ['😂', 'luca'] }],
        ],
      ],
    ],
  },
  {
    in: { pair: ['ada', 'jonas'] },
    days: [
      [
        5,
        '8:35',
        [
          ['jonas', 'Do you want to see the broken fork? It is on my bench.'],
          ['ada', 'I’ll come down before lunch.'],
          ['jonas', 'This is what it should look like:', { picture: { name: 'weld.png', kind: 'plan' } }],
        ],
      ],
    ],
  },
  {
    in: { pair: ['ben', 'chen'] },
    days: [
      [
        4,
        '10:11',
        [
          ['ben', 'Can invoice wait until next week?'],
          ['chen', 'Yes, the rest works without it.'],
          ['ben', '谢谢！'],
          ['chen', '不客气 :)'],
        ],
      ],
    ],
  },
];
