/** The team of the demonstration: a small maker of bicycles. */
export const PEOPLE = {
  ada: ['Ada Lindqvist', 'Managing director'],
  ben: ['Ben Okafor', 'Product owner'],
  chen: ['陈思远', 'Engineer'],
  daria: ['Daria Volkova', 'Engineer'],
  emil: ['Emil Hansen', 'Designer'],
  fatima: ['Fatima Rahmani', 'Marketing'],
  giulia: ['Giulia Conti', 'Sales'],
  hiro: ['Hiro Tanaka', 'Quality'],
  ines: ['Ines Moreau', 'Support'],
  jonas: ['Jonas Weber', 'Workshop'],
  kim: ['Kim Min-ji', 'Data'],
  luca: ['Luca Pratama', 'Operations'],
} as const;

export type PersonKey = keyof typeof PEOPLE;

interface PlannedMeeting {
  who: PersonKey;
  name: string;
  /** Days from today; a date on a day off moves to the next workday. */
  in: number;
  at: string;
  minutes: number;
  repeat: 'never' | 'week';
  with: readonly PersonKey[];
}

export const MEETINGS: readonly PlannedMeeting[] = [
  {
    ...{ who: 'ada', name: 'Planning for the week', in: 1, at: '9:30', minutes: 30, repeat: 'week' },
    with: ['ben', 'chen', 'emil', 'giulia', 'luca'],
  },
  {
    ...{ who: 'ben', name: 'Wren 2 design review', in: 4, at: '14:00', minutes: 45, repeat: 'week' },
    with: ['ada', 'emil', 'hiro'],
  },
  { who: 'ada', name: 'One-to-one with Ben', in: 5, at: '11:00', minutes: 30, repeat: 'week', with: ['ben'] },
  {
    ...{ who: 'luca', name: 'Harbor 12 walk-through', in: 6, at: '16:00', minutes: 60, repeat: 'never' },
    with: ['ada', 'jonas'],
  },
];

/** The people of each department, its head first. */
export const DEPARTMENTS: Readonly<Record<string, readonly PersonKey[]>> = {
  Product: ['ben', 'chen', 'daria', 'emil', 'hiro'],
  'Sales and support': ['giulia', 'fatima', 'ines'],
  'Workshop and office': ['luca', 'ada', 'jonas', 'kim'],
};
