import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mediaErrorKey, mediaErrorWords } from './mediaErrors.ts';

const LANGUAGES = ['en', 'de', 'fr', 'ru', 'zh', 'zh-CHT', 'ja', 'ko', 'id'];
const catalogOf = (language: string) =>
  JSON.parse(readFileSync(`packages/i18n/src/catalogs/${language}/screens.json`, 'utf8')) as Record<string, string>;

/** One code of each group of errors. */
const GROUPS = {
  unexpected: ['UNEXPECTED_ERROR', 'UNEXPECTED_RESPONSE'],
  parameters: ['INVALID_PARAMS'],
  unsupported: ['NOT_SUPPORTED'],
  operation: ['INVALID_OPERATION'],
  aborted: ['OPERATION_ABORTED'],
  timeout: ['TIMEOUT', 'NETWORK_TIMEOUT', 'API_INVOKE_TIMEOUT'],
  socket: ['WS_ABORT', 'WS_DISCONNECT', 'WS_ERR'],
  devices: ['ENUMERATE_DEVICES_FAILED', 'DEVICE_NOT_FOUND'],
  denied: ['PERMISSION_DENIED'],
  unreadable: ['NOT_READABLE'],
  audio_file: ['FETCH_AUDIO_FILE_FAILED', 'READ_LOCAL_AUDIO_FILE_ERROR', 'DECODE_AUDIO_FILE_FAILED'],
  conflict: ['UID_CONFLICT'],
  address: ['CAN_NOT_GET_PROXY_SERVER', 'CAN_NOT_GET_GATEWAY_SERVER', 'VOID_GATEWAY_ADDRESS'],
  track: ['INVALID_LOCAL_TRACK'],
  video_tracks: ['CAN_NOT_PUBLISH_MULTIPLE_VIDEO_TRACKS'],
  remote_user: ['INVALID_REMOTE_USER'],
  many: ['TOO_MANY_BROADCASTERS', 'TOO_MANY_SUBSCRIBERS'],
  live: ['LIVE_STREAMING_TASK_CONFLICT', 'LIVE_STREAMING_CDN_ERROR'],
  relay: ['CROSS_CHANNEL_FAILED_JOIN_SRC', 'CROSS_CHANNEL_SERVER_ERROR_RESPONSE'],
};

// covers C8-15, C8-17
test('every group of media errors has a text of its own in nine languages', () => {
  for (const [group, codes] of Object.entries(GROUPS)) {
    expect(codes.map(mediaErrorKey)).toEqual(codes.map(() => `media.${group}`));
  }
  for (const language of LANGUAGES) {
    const catalog = catalogOf(language);
    const texts = [...Object.keys(GROUPS), 'failed'].map((group) => catalog[`media.${group}`]);
    expect(texts.filter((text) => !text)).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
    if (language !== 'en')
      expect(texts.filter((text) => Object.values(catalogOf('en')).includes(text ?? ''))).toEqual([]);
  }
});

// covers C8-16
test('an unknown code has no text and shows the general one', () => {
  expect(mediaErrorKey('NO_SUCH_CODE')).toBeNull();
  expect(mediaErrorWords({ code: 'NO_SUCH_CODE' })).toBe('Something went wrong with audio or video. Try again.');
  expect(mediaErrorWords(new Error('x'))).toBe(mediaErrorWords({}));
  expect(mediaErrorWords({ code: 'UID_CONFLICT' })).toBe('You joined this meeting on another device.');
  expect(mediaErrorWords(Object.assign(new Error(), { name: 'AbortError' }))).toBe(
    'It was canceled before it finished.',
  );
});
