/** What the demonstration workspace says: a small maker of bicycles, its shop and its new web site. */
export const PEOPLE = [
  ['Ada Lindqvist', 'Managing director'],
  ['Ben Okafor', 'Product owner'],
  ['陈思远', 'Engineer'],
  ['Daria Volkova', 'Engineer'],
  ['Emil Hansen', 'Designer'],
  ['Fatima Rahmani', 'Marketing'],
  ['Giulia Conti', 'Sales'],
  ['Hiro Tanaka', 'Quality'],
  ['Ines Moreau', 'Support'],
  ['Jonas Weber', 'Workshop'],
  ['Kim Min-ji', 'Data'],
  ['Luca Pratama', 'Operations'],
] as const;

export const PROJECTS = [
  {
    name: 'Spring collection',
    desc: 'Six new models for the season, from sketch to shop window.',
    columns: ['Ideas', 'Design', 'Prototype', 'Test ride', 'Ready'],
  },
  {
    name: 'Web shop',
    desc: 'A faster shop with click and collect.',
    columns: ['Backlog', 'Next', 'In progress', 'Review', 'Released'],
  },
  { name: 'Trade fair Utrecht', desc: 'Stand, talks and test track in March.', columns: ['To do', 'Doing', 'Done'] },
  {
    name: 'Service quality',
    desc: 'Answers within a day, repairs within a week.',
    columns: ['Reported', 'Looking into it', 'Waiting', 'Solved'],
  },
] as const;

export const VERBS = [
  'Plan',
  'Draft',
  'Review',
  'Order',
  'Test',
  'Compare',
  'Photograph',
  'Translate',
  'Measure',
  'Document',
  'Clean up',
  'Prepare',
] as const;
export const THINGS = [
  'the cargo frame',
  'the belt drive',
  'the battery mount',
  'the paint samples',
  'the checkout page',
  'the size guide',
  'the product photos',
  'the newsletter',
  'the test track',
  'the spare parts list',
  'the repair form',
  'the price table',
  'the brake pads',
  'the stand layout',
  'the warranty text',
] as const;
export const TAGS = [
  { name: 'urgent', color: '#ff7070' },
  { name: 'design', color: '#b583e3' },
  { name: 'web', color: '#51abea' },
  { name: 'supplier', color: '#faaa6c' },
  { name: 'customer', color: '#73b45c' },
] as const;

export const LINES = [
  'Good morning everyone!',
  'I have put the numbers into the sheet.',
  'Can somebody look at this before noon?',
  'Done, please check.',
  'The supplier answered: two weeks, not three.',
  'Great work!',
  'Let us talk about it at eleven.',
  'I am at the workshop until two.',
  'The photos are ready: https://photos.example.com/spring',
  'Who has the key for the test track?',
  'I will take it.',
  '今天下午我来测试。',
  'That fixes the wobble at high speed.',
  'Customers ask for it every day.',
  'I prefer the second version.',
  'Agreed.',
  'Moved it to review.',
  'The label printer is out of paper again.',
  'Thanks for the quick help.',
  'Do we have a picture of the old model?',
  'I am back on Monday.',
  'Here is the summary: three open points, none of them blocking.',
  'Could you translate the size guide into French?',
  'On it.',
] as const;
export const MARKDOWN = [
  '## Results of the test ride\n\n| model | km | grade |\n|---|---|---|\n| Tern | 42 | A |\n| Wren | 38 | B+ |\n\nThe **Wren** needs new brake pads.',
  'Steps to repeat it:\n\n1. put two bikes into the basket\n2. choose click and collect\n3. go back\n\n```js\nbasket.items.length // 4, should be 2\n```',
  '- [x] posters\n- [x] flyers\n- [ ] stickers\n- [ ] banners',
] as const;
