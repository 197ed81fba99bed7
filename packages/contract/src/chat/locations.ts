import { type Static, Type } from 'typebox';
import { call, errors, Id, Line, MaybeFlag, MaybeId, OneOf } from '../kit.ts';
import { Message } from './messages.ts';

/** The coordinate system; our own pickers use WGS 84, as GPS and OpenStreetMap do. */
const Source = () => OneOf('wgs84', 'baidu', 'amap', 'tencent');

/** The content of a location message. */
export const LocationMsg = Type.Object({
  type: Source(),
  lng: Type.Number(),
  lat: Type.Number(),
  title: Type.String(),
  /** Meters between the sender and the location; 0 if unknown. */
  distance: Type.Number(),
  address: Type.String(),
  /** Address of a map image; '' without one, then the client draws the map. */
  thumb: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
});
export type LocationMsg = Static<typeof LocationMsg>;

/** The preview is a square of this many pixels, shown smaller. */
export const LOCATION_SCALE = 600;

export const locationErrors = errors({ 'location.nowhere': { ret: 0 } });

export const msgSendlocation = call('dialog/msg/sendlocation', {
  summary: 'Sends a location.',
  access: 'user',
  input: Type.Object({
    dialog_id: Id(),
    type: Type.Optional(Source()),
    lng: Type.Number({ minimum: -180, maximum: 180, wire: 'number' }),
    lat: Type.Number({ minimum: -90, maximum: 90, wire: 'number' }),
    title: Line({ minLength: 1, maxLength: 200 }),
    distance: Type.Optional(Type.Number({ minimum: 0, maximum: 50_000_000, wire: 'number' })),
    address: Type.Optional(Line({ maxLength: 500 })),
    reply_id: MaybeId(),
    silence: MaybeFlag(),
  }),
  output: Message,
  errors: ['dialog.gone', 'message.muted', 'message.reply', 'location.nowhere', 'profile.nickname', 'profile.phone'],
});
