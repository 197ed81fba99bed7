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

export type Who = keyof typeof PEOPLE;

/** The head first. */
export const DEPARTMENTS: Readonly<Record<string, readonly Who[]>> = {
  Product: ['ben', 'chen', 'daria', 'emil', 'hiro'],
  'Sales and support': ['giulia', 'fatima', 'ines'],
  'Workshop and office': ['luca', 'ada', 'jonas', 'kim'],
};
