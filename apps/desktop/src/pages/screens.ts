import { element, type ScreensContent, wordsFrom } from './local.ts';

/** The screens and windows that a meeting can show. */
async function draw(): Promise<void> {
  const { texts, sources } = (await globalThis.atriumLocal.load()) as ScreensContent;
  const t = wordsFrom(texts);
  const list = element('ul', '', { className: 'screens' });
  for (const { id, name, picture } of sources) {
    const button = element('button', '', { type: 'button', onclick: () => void globalThis.atriumLocal.choose(id) });
    button.append(element('img', '', { src: picture, alt: '' }), element('span', name));
    const row = element('li', '');
    row.append(button);
    list.append(row);
  }
  const cancel = element('button', t('shell.cancel'), {
    type: 'button',
    onclick: () => void globalThis.atriumLocal.choose(''),
  });
  document.title = t('shell.pick_screen');
  document.querySelector('main')?.replaceChildren(element('h1', t('shell.pick_screen')), list, cancel);
}
void draw();
