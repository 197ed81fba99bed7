import { expect, test } from 'vitest';
import { readReminderLine } from './reminderLine.ts';

const now = new Date(2026, 10, 27, 10, 0);
const days = new Map([
  ['tomorrow', 1],
  ['morgen', 1],
  ['明天', 1],
  ['明日', 1],
  ['내일', 1],
  ['月', 3],
]);
const read = (line: string) => {
  const { text, day, minutes } = readReminderLine(line, days, now);
  return [text, day && day.getDate(), minutes];
};

test.for([
  ['call Bo', ['call Bo', null, null]],
  ['call Bo tomorrow', ['call Bo', 28, null]],
  ['call Bo tomorrow at 15:30', ['call Bo', 28, 930]],
  ['call Bo at 3 pm tomorrow', ['call Bo', 28, 900]],
  ['call Bo 3:05pm', ['call Bo', null, 905]],
  ['call Bo 12 am', ['call Bo', null, 0]],
  ['call Bo 12pm', ['call Bo', null, 720]],
  ['Bo anrufen morgen um 15 Uhr', ['Bo anrufen', 28, 900]],
  ['Bo anrufen um 9.15 Uhr', ['Bo anrufen', null, 555]],
  ['appeler Bo à 15h30', ['appeler Bo', null, 930]],
  ['给波打电话 明天 下午3点', ['给波打电话', 28, 900]],
  ['明天下午3点半给波打电话', ['给波打电话', 28, 930]],
  ['晚上8点给波打电话', ['给波打电话', null, 1200]],
  ['明天给波打电话', ['给波打电话', 28, null]],
  ['明天的会议', ['明天的会议', null, null]],
  ['明日15時30分にボーに電話', ['ボーに電話', 28, 930]],
  ['月次報告', ['月次報告', null, null]],
  ['2時間後に電話', ['2時間後に電話', null, null]],
  ['내일까지 보내기', ['내일까지 보내기', null, null]],
  ['내일 오후 3시에 보에게 전화', ['보에게 전화', 28, 900]],
  ['ボーに電話 15時30分', ['ボーに電話', null, 930]],
  ['보에게 전화 오후 3시', ['보에게 전화', null, 900]],
  ['позвонить Бо в 15:30', ['позвонить Бо', null, 930]],
  ['telepon Bo pukul 15:30', ['telepon Bo', null, 930]],
] as const)('%s', ([line, expected]) => {
  expect(read(line)).toEqual(expected);
});

test('text without a valid time, or with nothing but a time, is left unchanged', () => {
  for (const line of ['buy 12', 'version 1.2', 'train 25:00', 'at 13 pm', 'gate 12:75', '15:30'])
    expect(read(line)).toEqual([line, null, null]);
});
