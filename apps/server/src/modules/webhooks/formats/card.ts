import { linkTo, paragraphs, sign } from './markdown.ts';
import { type Fields, fieldsIn, isFields, listIn, type Post, Refusal, textIn } from './post.ts';

/** Reads Atrium's own small format: `{ text, title, url, color, fields }`, the text and values in Markdown. */
export function readCard(from: Fields): Post {
  const title = textIn(from, 'title');
  const heading = linkTo(title, textIn(from, 'url'));
  const mark = sign(textIn(from, 'color'));
  const text = paragraphs(
    heading && `**${[mark, heading].filter(Boolean).join(' ')}**`,
    textIn(from, 'text'),
    pairsOf(from)
      .map(([name, value]) => `**${linkTo(name, '')}** ${value}`)
      .join('\n'),
  );
  if (!text.trim()) throw new Refusal(400, 'no_text');
  return { text, username: textIn(from, 'username') };
}

/** Fields as an object, or as a list of names and values. */
function pairsOf(from: Fields): [string, string][] {
  if (isFields(from['fields'])) {
    const fields = fieldsIn(from, 'fields');
    return Object.keys(fields).map((name) => [name, textIn(fields, name)]);
  }
  return listIn(from, 'fields').map((field) => [
    textIn(field, 'name') || textIn(field, 'title'),
    textIn(field, 'value'),
  ]);
}
