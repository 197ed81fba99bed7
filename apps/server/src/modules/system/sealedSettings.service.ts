import type { App } from '#platform/app';
import { ExtensionPoint } from '#platform/extensionPoint';
import { isSealed } from '#platform/secrets';

/** A section of the settings with secrets: fields of these names are stored encrypted, at any depth. */
export interface SecretFields {
  section: string;
  fields: readonly string[];
  /** True if the server makes the secrets itself, and makes new ones if the key is lost. */
  isGenerated?: boolean;
}
export const secretFields = new ExtensionPoint<SecretFields>();

const about = (section: string) => `setting.${section}`;

/** The fields of a section that hold secrets. */
export const secretNames = (app: App, section: string): ReadonlySet<string> =>
  new Set(secretFields.of(app).flatMap((each) => (each.section === section ? each.fields : [])));

/** The value as it is stored. */
export function sealSection(app: App, section: string, value: unknown): unknown {
  const fields = secretNames(app, section);
  if (fields.size === 0) return value;
  return mapTexts(value, (text, name) => (fields.has(name) && text ? app.secrets.seal(text, about(section)) : text));
}

/** The stored value as the server uses it. @throws SecretKeyMissing */
export const openSection = (app: App, section: string, value: unknown): unknown =>
  mapTexts(value, (text) => app.secrets.open(text, about(section)));

/**
 * The state of a section's secrets: `isCurrent` = all are sealed with the current key, `canOpen` = this server can open
 * them, `isEarlier` = an earlier key sealed one.
 */
export function stateOfSection(app: App, { fields }: SecretFields, value: unknown) {
  const state = { isCurrent: true, canOpen: true, isEarlier: false };
  mapTexts(value, (text, name) => {
    if (fields.includes(name) && text && !app.secrets.isCurrent(text)) state.isCurrent = false;
    if (!app.secrets.canOpen(text)) state.canOpen = false;
    else if (isSealed(text) && !app.secrets.isCurrent(text)) state.isEarlier = true;
    return text;
  });
  return state;
}

function mapTexts(value: unknown, change: (text: string, name: string) => string, name = ''): unknown {
  if (typeof value === 'string') return change(value, name);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change, key)]));
}
