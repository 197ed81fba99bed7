import type { ApprovalContent, ApprovalField, ApprovalNode } from '@atrium/contract/approvals/definition.ts';
import { APPROVAL_TEMPLATES } from '@atrium/contract/approvals/templates/templates.ts';
import { type Language, languages, localeOf } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';

/**
 * A form keeps its texts in the language of the administrator who published it. Texts that came from a template, and
 * were not changed since, are shown in the language of each reader: a text is recognized by its spelling in any of the
 * languages, together with the id of its field or node.
 */

const keysByText = new Map<string, Set<string>>();
/** The keys that templates use for the name of a form, a field, an option, a node, or a branch with an id. */
const keysByPlace = new Map<string, Set<string>>();

const LIST = ', ';

function index(): void {
  for (const make of Object.values(APPROVAL_TEMPLATES)) {
    mapTexts(
      make((key) => key),
      (key, place) => {
        if (key.startsWith('approval.')) add(keysByPlace, place, key);
        return key;
      },
    );
  }
  add(keysByPlace, 'node.', 'approval.added_step');
  for (const key of new Set([...keysByPlace.values()].flatMap((keys) => [...keys]))) {
    for (const lang of Object.keys(languages) as Language[]) add(keysByText, translate(lang, key), key);
  }
}

function add(map: Map<string, Set<string>>, at: string, key: string): void {
  const found = map.get(at);
  if (found) found.add(key);
  else map.set(at, new Set([key]));
}

type Change = (text: string, place: string) => string;

/** A definition with its texts changed. */
function mapTexts(content: ApprovalContent, change: Change): ApprovalContent {
  return {
    ...content,
    name: change(content.name, 'name'),
    about: change(content.about, 'about'),
    form: content.form.map((field) => mapField(field, change)),
    flow: content.flow.map((node) => mapNode(node, change)),
  };
}

function mapField<F extends ApprovalField>(field: F, change: Change): F {
  const place = `field.${field.id}`;
  return {
    ...field,
    label: change(field.label, place),
    ...('options' in field && {
      options: field.options.map((each) => ({ ...each, label: change(each.label, `option.${each.id}`) })),
    }),
    ...('columns' in field && { columns: field.columns.map((each) => mapField(each, change)) }),
    ...('text' in field && { text: change(field.text, place) }),
  };
}

function mapNode<N extends ApprovalNode>(node: N, change: Change): N {
  const name = change(node.name, `node.${node.id}`);
  if (!('branches' in node)) return { ...node, name };
  const branches = node.branches.map((each) => ({ ...each, name: change(each.name, `branch.${each.id}`) }));
  return { ...node, name, branches } as N;
}

function keysOf(text: string, place: string): string[] {
  if (keysByText.size === 0) index();
  const there = keysByPlace.get(place);
  return [...(keysByText.get(text) ?? [])].filter((key) => there?.has(key));
}

/** A text of this place in a reader's language, if it is the text of a template; otherwise as it is. */
export function standardText(text: string, place: string, lang: Language): string {
  const keys = keysOf(text, place);
  const texts = keys.map((key) => translate(lang, key));
  return texts.length === 0 || texts.includes(text) ? text : (texts[0] ?? text);
}

/** A definition as somebody with this language reads it. */
export const contentIn = (content: ApprovalContent, lang: Language): ApprovalContent =>
  mapTexts(content, (text, place) => standardText(text, place, lang));

/** The name of a step by its node's id; '' for a step that an approver has added. */
export const stepNameIn = (name: string, node: string, lang: Language): string =>
  standardText(name, `node.${node}`, lang);

export const formNameIn = (name: string, lang: Language): string => standardText(name, 'name', lang);

/** The title of a request: `<form> · <person>`. */
export const titleIn = (title: string, name: string, lang: Language): string =>
  title.startsWith(name) ? formNameIn(name, lang) + title.slice(name.length) : title;

/** A value in words as lists keep it, with its label. */
export function lineIn(
  { label, value }: { label: string; value: string },
  form: readonly ApprovalField[],
  lang: Language,
): { label: string; value: string } {
  const field = form.find((each) => each.label === label);
  if (!field) return { label, value };
  return {
    label: standardText(label, `field.${field.id}`, lang),
    value: valueIn(field, value, lang),
  };
}

function valueIn(field: ApprovalField, value: string, lang: Language): string {
  if (field.kind === 'choice') {
    return value
      .split(LIST)
      .map((each) => optionIn(field.options, each, lang))
      .join(LIST);
  }
  if (field.kind !== 'number' && field.kind !== 'formula' && field.kind !== 'money') return value;
  // An amount is stored with a point, as in `1312.50 EUR`.
  return value.replace(/^-?\d+(?:\.(\d+))?/, (digits, { length } = '') =>
    new Intl.NumberFormat(localeOf[lang], { minimumFractionDigits: length, maximumFractionDigits: length }).format(
      Number(digits),
    ),
  );
}

function optionIn(options: readonly { id: string; label: string }[], label: string, lang: Language): string {
  const option = options.find((each) => each.label === label);
  return option ? standardText(label, `option.${option.id}`, lang) : label;
}

/** The names of templates, in all languages, that contain these words in a reader's language. */
export function formNamesWith(words: string, lang: Language): string[] {
  if (keysByText.size === 0) index();
  const wanted = words.toLowerCase();
  const keys = [...(keysByPlace.get('name') ?? [])].filter((key) =>
    translate(lang, key).toLowerCase().includes(wanted),
  );
  return keys.flatMap((key) => (Object.keys(languages) as Language[]).map((each) => translate(each, key)));
}

/** The spellings of a standard form's name in all languages, in lower case. */
export function namesLike(name: string): string[] {
  const keys = keysOf(name, 'name');
  const spelled = keys.flatMap((key) => (Object.keys(languages) as Language[]).map((lang) => translate(lang, key)));
  return [...new Set([name, ...spelled].map((each) => each.toLowerCase()))];
}
