import type { MessageKey } from '@atrium/i18n/translate.ts';
import { t } from '#sync/language.ts';

/** Codes by which media engines and browsers report errors, by the text that people get. */
const CODES: Partial<Record<MessageKey, readonly string[]>> = {
  'media.unexpected': ['UNEXPECTED_ERROR', 'UNEXPECTED_RESPONSE', 'UnknownError'],
  'media.parameters': ['INVALID_PARAMS', 'TypeError', 'SyntaxError', 'RangeError'],
  'media.unsupported': ['NOT_SUPPORTED', 'NotSupportedError', 'InvalidAccessError'],
  'media.operation': ['INVALID_OPERATION', 'InvalidStateError', 'OperationError', 'InvalidModificationError'],
  'media.aborted': ['OPERATION_ABORTED', 'AbortError'],
  'media.timeout': ['TIMEOUT', 'NETWORK_TIMEOUT', 'NETWORK_RESPONSE_ERROR', 'API_INVOKE_TIMEOUT', 'TimeoutError'],
  'media.socket': ['WS_ABORT', 'WS_DISCONNECT', 'WS_ERR', 'DATACHANNEL_CONNECTION_TIMEOUT', 'NetworkError'],
  'media.devices': ['ENUMERATE_DEVICES_FAILED', 'DEVICE_NOT_FOUND', 'NotFoundError', 'OverconstrainedError'],
  'media.denied': [
    'PERMISSION_DENIED',
    'ELECTRON_IS_NULL',
    'SHARE_AUDIO_NOT_ALLOWED',
    'NotAllowedError',
    'SecurityError',
  ],
  'media.unreadable': ['NOT_READABLE', 'NotReadableError'],
  'media.audio_file': [
    'FETCH_AUDIO_FILE_FAILED',
    'READ_LOCAL_AUDIO_FILE_ERROR',
    'DECODE_AUDIO_FILE_FAILED',
    'EncodingError',
  ],
  'media.conflict': ['UID_CONFLICT'],
  'media.address': [
    'INVALID_UINT_UID_FROM_STRING_UID',
    'CAN_NOT_GET_PROXY_SERVER',
    'CAN_NOT_GET_GATEWAY_SERVER',
    'VOID_GATEWAY_ADDRESS',
  ],
  'media.track': ['INVALID_LOCAL_TRACK', 'TRACK_IS_DISABLED', 'TRACK_STATE_UNREACHABLE'],
  'media.video_tracks': ['CAN_NOT_PUBLISH_MULTIPLE_VIDEO_TRACKS', 'EXIST_DISABLED_VIDEO_TRACK'],
  'media.remote_user': ['INVALID_REMOTE_USER', 'REMOTE_USER_IS_NOT_PUBLISHED'],
  'media.many': ['TOO_MANY_BROADCASTERS', 'TOO_MANY_SUBSCRIBERS', 'LIMIT_REACHED'],
  'media.live': [
    'LIVE_STREAMING_TASK_CONFLICT',
    'LIVE_STREAMING_INVALID_ARGUMENT',
    'LIVE_STREAMING_INTERNAL_SERVER_ERROR',
    'LIVE_STREAMING_PUBLISH_STREAM_NOT_AUTHORIZED',
    'LIVE_STREAMING_CDN_ERROR',
    'LIVE_STREAMING_INVALID_RAW_STREAM',
    'LIVE_STREAMING_WARN_STREAM_NUM_REACH_LIMIT',
    'LIVE_STREAMING_WARN_FAILED_LOAD_IMAGE',
    'LIVE_STREAMING_WARN_FREQUENT_REQUEST',
  ],
  'media.relay': [
    'CROSS_CHANNEL_WAIT_STATUS_ERROR',
    'CROSS_CHANNEL_FAILED_JOIN_SRC',
    'CROSS_CHANNEL_FAILED_JOIN_DEST',
    'CROSS_CHANNEL_FAILED_PACKET_SENT_TO_DEST',
    'CROSS_CHANNEL_SERVER_ERROR_RESPONSE',
  ],
};

const BY_CODE = new Map<string, MessageKey>(
  Object.entries(CODES).flatMap(([key, codes]) => codes.map((code) => [code, key as MessageKey] as const)),
);

/** Null for a code without a text. */
export const mediaErrorKey = (code: string): MessageKey | null => BY_CODE.get(code) ?? null;

/** The text for an error of a media engine or browser; a general one if it has none of its own. */
export function mediaErrorWords(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const key = mediaErrorKey(String(code ?? '')) ?? mediaErrorKey(String(name ?? ''));
  return t(key ?? 'media.failed');
}
