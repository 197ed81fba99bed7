import { type Static, type TObject, type TSchema, Type } from 'typebox';

/**
 * The vocabulary of the contract: field kinds that accept the spellings of other clients, and `call`, `event`,
 * `errors`. Everything derives from these values: routes, the typed client, OpenAPI, the authorization matrix. A `wire`
 * keyword in a schema names the spelling that `coerce.ts` accepts for it.
 */

/** The people who may make the call; finer rules are in the module's `*.access.ts`. */
export type Access = 'public' | 'user' | 'admin';

export interface Call<I extends TObject = TObject, O extends TSchema = TSchema> {
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly input: I;
  readonly output: O;
  /** Error codes of the call, besides the general ones. */
  readonly errors: readonly string[];
  /** The answer is `data` itself, without the envelope (only `system/prefetch`, for older clients). */
  readonly bare: boolean;
  /** Allowed for an account with a temporary password. */
  readonly withTemporaryPassword: boolean;
  /** Allowed for an account that must first add a second factor; so are calls that a temporary password allows. */
  readonly withoutFactor: boolean;
}

export type InputOf<C> = C extends Call<infer I, TSchema> ? Static<I> : never;
export type OutputOf<C> = C extends Call<TObject, infer O> ? Static<O> : never;

interface CallSpec<I extends TObject, O extends TSchema> {
  summary: string;
  access: Access;
  input?: I;
  output: O;
  errors?: readonly string[];
  bare?: boolean;
  withTemporaryPassword?: boolean;
  withoutFactor?: boolean;
}

export function call<const I extends TObject, const O extends TSchema>(path: string, spec: CallSpec<I, O>): Call<I, O> {
  return {
    path,
    summary: spec.summary,
    access: spec.access,
    input: spec.input ?? (Type.Object({}) as unknown as I),
    output: spec.output,
    errors: spec.errors ?? [],
    bare: spec.bare ?? false,
    withTemporaryPassword: spec.withTemporaryPassword ?? false,
    withoutFactor: (spec.withoutFactor || spec.withTemporaryPassword) ?? false,
  };
}

/**
 * An event that the server announces. `data` is the content for every receiver; `variants` has the differences per
 * receiver.
 */
export interface EventKind<D extends TSchema = TSchema, T extends string = string, A extends string = string> {
  readonly type: T;
  readonly action: A;
  readonly data: D;
}

export function event<const D extends TSchema, const T extends string, const A extends string>(
  type: T,
  action: A,
  data: D,
): EventKind<D, T, A> {
  return { type, action, data };
}

export interface ErrorSpec {
  /** The envelope's `ret`; 0 unless clients need to distinguish the error by it. */
  ret: number;
}
export function errors<const E extends Record<string, ErrorSpec>>(table: E): E {
  return table;
}

// Fields --------------------------------------------------------------------------------------------------------------

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** A positive integer; other clients also send it as text. */
export const Id = () => Type.Integer({ minimum: 1, maximum: 2147483647, wire: 'int' });

/** An integer in an answer, 0 included. */
export const Count = () => Type.Integer({ minimum: 0 });

/** An optional id: 0, null and '' mean "not given". */
export const MaybeId = () => Type.Optional(Type.Integer({ minimum: 1, maximum: 2147483647, wire: 'int0' }));

/** The range of an integer column. */
const WHOLE = { minimum: -2147483648, maximum: 2147483647 };

export const MaybeInt = (opts: { minimum?: number; maximum?: number } = {}) =>
  Type.Optional(Type.Integer({ ...WHOLE, ...opts, wire: 'int' }));

/** true/false, 1/0, "yes"/"no" and the like. */
export const Flag = () => Type.Boolean({ wire: 'flag' });
export const MaybeFlag = () => Type.Optional(Flag());

/** `1`, `"1,2"`, `[1,2]` and `"[1,2]"` are the same list. Duplicates are removed. */
export const Ids = (maxItems = 1000) =>
  Type.Array(Type.Integer({ minimum: 0, maximum: 2147483647 }), { wire: 'ids', maxItems });

export const Text = (opts: { minLength?: number; maxLength?: number } = {}) => Type.String({ ...opts, wire: 'text' });
/** Text without outer white space. */
export const Line = (opts: { minLength?: number; maxLength?: number } = {}) => Type.String({ ...opts, wire: 'line' });

/** A color as `#rgb` to `#rrggbbaa` or by name; '' = none. Nothing else: it becomes part of other people's pages. */
export const Color = (opts: { minLength?: number; maxLength?: number } = {}) =>
  Type.String({ maxLength: 20, pattern: '^(#[0-9a-fA-F]{3,8}|[a-zA-Z]{1,20})?$', ...opts, wire: 'line' });

/** One of a few words; other values are an error, absence or '' means the default. */
export const OneOf = <const T extends readonly string[]>(...words: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: words, wire: 'word' });

/** The format of a message's text; anything but `md` and `markdown` is HTML. */
export const TextType = () => Type.Unsafe<'html' | 'md'>({ type: 'string', enum: ['html', 'md'], wire: 'textType' });

/** `type` of a call that reads or saves: other parameters count only with `save`. */
export const ReadOrSave = () => Type.Optional(OneOf('get', 'all', 'save'));

/** A number that is read and not stored; some clients send times in milliseconds. */
export const AnyNumber = () =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, wire: 'int' }));

/** Nested parameters as `keys[name]=x`, JSON text, or the text `[object Object]`, which means none. */
export const Keys = <const P extends Record<string, TSchema>>(properties: P) =>
  Type.Optional(Type.Object(properties, { wire: 'object' }));

/** An array that may arrive as JSON text. */
export const ListOf = <S extends TSchema>(item: S, maxItems = 1000) => Type.Array(item, { wire: 'list', maxItems });

/** An uploaded file on the server. */
export interface ReceivedFile {
  readonly path: string;
  /** The sender's name for it. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}
/** A file in a multipart body. Callers without the right are refused before it is received. */
export const Upload = (opts: {
  maxBytes: number;
  /** The workspace's own limit applies if it is smaller. */
  isBySetting?: boolean;
}) => Type.Unsafe<ReceivedFile>({ type: 'object', wire: 'upload', ...opts });

/** Names and limits of the files that a call takes. */
export const uploadsOf = (call: Call): { name: string; maxBytes: number; isBySetting: boolean }[] =>
  Object.entries(call.input.properties as Record<string, { wire?: string; maxBytes?: number; isBySetting?: boolean }>)
    .filter(([, field]) => field.wire === 'upload')
    .map(([name, field]) => ({
      name,
      maxBytes: field.maxBytes ?? 0,
      isBySetting: field.isBySetting ?? false,
    }));

/** `YYYY-MM-DD HH:mm:ss` in the server's time zone. */
export const DateTime = () => Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' });

/** "a,b" or [a,b]; each a date-time, unix seconds, or '' for an open end. */
export const Range = () =>
  Type.Optional(
    Type.Unsafe<readonly [string | null, string | null]>({
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      minItems: 2,
      maxItems: 2,
      wire: 'range',
    }),
  );

/** `page` and `pagesize`; 0, null and absence mean the default, more than `max` means `max`. */
export const Paging = (size: number, max: number) => ({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 2147483647, wire: 'int0' })),
  pagesize: Type.Optional(Type.Integer({ minimum: 1, maximum: max, default: size, wire: 'clamp' })),
});

/** A page of rows, with the fields every client of this API knows. */
export const Page = <S extends TSchema>(item: S) =>
  Type.Object({
    data: Type.Array(item),
    current_page: Count(),
    per_page: Count(),
    last_page: Count(),
    total: Count(),
    from: Nullable(Count()),
    to: Nullable(Count()),
    first_page_url: Type.String(),
    last_page_url: Type.String(),
    next_page_url: Nullable(Type.String()),
    prev_page_url: Nullable(Type.String()),
    path: Type.String(),
    /** Server time of this answer, unix seconds: the `timerange` to ask with next time. */
    time: Count(),
    /** Ids that the caller lost since the second value of `timerange`; on page 1 only. */
    deleted_id: Type.Optional(Type.Array(Type.Integer())),
    /** The number without the filters of `keys` and `timerange`. */
    total_all: Type.Optional(Count()),
  });

export const Empty = () => Type.Object({});
