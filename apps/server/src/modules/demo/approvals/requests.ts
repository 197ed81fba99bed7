import type { PersonKey } from '../demo.people.ts';

/** Requests of the demo's team. */

/** A moment: workdays ago (or from now, if negative), and the time of the day. */
export type Moment = readonly [ago: number, time: string];

interface Decision {
  who: PersonKey;
  at: Moment;
  pass: boolean;
  comment: string;
}
export interface Request {
  form: 'leave' | 'expense' | 'trip' | 'purchase';
  who: PersonKey;
  at: Moment;
  values: Record<string, unknown>;
  /** The beginning and the end of an absence. */
  time?: readonly [from: Moment, to: Moment];
  /** The day by which it is needed, in days from today. */
  needed?: number;
  /** The day of each row of the table `items`, as a number of workdays ago. */
  days?: readonly number[];
  decided: readonly Decision[];
}

export const DAYS_OF_LEAVE = {
  annual: 30,
  carried: { ada: 3, ben: 5, luca: 2, kim: 1 } as Partial<Record<PersonKey, number>>,
};

export const REQUESTS: readonly Request[] = [
  {
    ...{
      form: 'leave',
      who: 'ada',
      at: [12, '9:20'],
      time: [
        [-15, '9:00'],
        [-19, '18:00'],
      ],
    },
    values: { type: ['annual'], reason: 'A week by the sea with the children.' },
    decided: [{ who: 'luca', at: [12, '11:05'], pass: true, comment: 'Enjoy it!' }],
  },
  {
    ...{
      form: 'trip',
      who: 'emil',
      at: [6, '10:15'],
      time: [
        [0, '8:00'],
        [-1, '18:00'],
      ],
    },
    values: {
      ...{ destination: 'Copenhagen', transport: ['train'], cost: 420 },
      purpose: 'Color samples for Wren 2 at the supplier, and a look at their new coatings.',
    },
    decided: [{ who: 'ben', at: [6, '13:30'], pass: true, comment: '' }],
  },
  {
    ...{
      form: 'leave',
      who: 'jonas',
      at: [5, '8:10'],
      time: [
        [-6, '9:00'],
        [-6, '18:00'],
      ],
    },
    values: { type: ['annual'], reason: 'Moving house.' },
    decided: [{ who: 'luca', at: [4, '9:00'], pass: true, comment: 'Good luck with the boxes.' }],
  },
  {
    ...{ form: 'expense', who: 'daria', at: [8, '16:40'], days: [9] },
    values: { reason: 'Standing desk for working at home', items: [{ item: 'Desk', amount: 389 }] },
    decided: [
      { who: 'ben', at: [7, '10:10'], pass: false, comment: 'Please send it as a purchase, before buying next time.' },
    ],
  },
  {
    ...{ form: 'expense', who: 'ines', at: [7, '11:30'], days: [9, 8] },
    values: {
      reason: 'Visit to the dealer in Lyon',
      items: [
        { item: 'Train', amount: 96.4 },
        { item: 'Lunch for three', amount: 57.8 },
      ],
    },
    decided: [{ who: 'giulia', at: [6, '9:40'], pass: true, comment: '' }],
  },
  {
    ...{ form: 'expense', who: 'fatima', at: [2, '15:10'], days: [4, 3] },
    values: {
      reason: 'Photos for the spring campaign',
      items: [
        { item: 'Studio, one day', amount: 980 },
        { item: 'Lights and backdrop', amount: 332.5 },
      ],
    },
    decided: [{ who: 'giulia', at: [1, '10:20'], pass: true, comment: 'Worth every cent, the pictures are great.' }],
  },
  {
    ...{ form: 'purchase', who: 'jonas', at: [3, '14:05'], needed: 12 },
    values: {
      items: [
        { item: 'Truing stand', quantity: 2, price: 640 },
        { item: 'Set of spoke keys', quantity: 4, price: 28 },
      ],
      ...{ supplier: 'Velotec', reason: 'Two wheel builders share one stand.' },
    },
    decided: [{ who: 'luca', at: [2, '9:15'], pass: true, comment: 'Needed, please order with the next delivery.' }],
  },
  {
    ...{
      form: 'leave',
      who: 'chen',
      at: [1, '17:25'],
      time: [
        [-8, '9:00'],
        [-8, '13:00'],
      ],
    },
    values: { type: ['personal'], reason: 'Appointment at the town hall.' },
    decided: [],
  },
  {
    ...{ form: 'expense', who: 'ada', at: [1, '9:05'], days: [2] },
    values: { reason: 'Dinner with the jury of the bicycle fair', items: [{ item: 'Dinner', amount: 148.6 }] },
    decided: [],
  },
];
