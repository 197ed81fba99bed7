import { element, type StartContent, wordsFrom } from './local.ts';

/** Asks for the address of a server, or shows why the last one did not open. */
async function draw(): Promise<void> {
  const { texts, servers, problem } = (await globalThis.atriumLocal.load()) as StartContent;
  const t = wordsFrom(texts);
  const alert = element('p', problem ? t(problem as 'shell.no_address') : '', { role: 'alert', hidden: !problem });
  const field = element('input', '', { type: 'text', id: 'address', autofocus: true, spellcheck: false });
  field.placeholder = 'https://';
  const button = element('button', t('shell.connect'), { type: 'submit' });
  const form = element('form', '', {
    onsubmit: (event) => {
      event.preventDefault();
      void choose({ connect: field.value });
    },
  });
  form.append(element('label', t('shell.address'), { htmlFor: 'address' }), field, button);
  const choose = async (chosen: object) => {
    button.disabled = true;
    const refused = (await globalThis.atriumLocal.choose(chosen)) as string;
    button.disabled = false;
    alert.textContent = refused ? t(refused as 'shell.no_address') : '';
    alert.hidden = !refused;
    if (refused) field.focus();
    else void draw();
  };
  const rows = servers.map(({ url, name }) => {
    const row = element('li', '');
    row.append(
      element('button', name || url, { type: 'button', title: url, onclick: () => void choose({ connect: url }) }),
      element('button', '✕', {
        type: 'button',
        className: 'remove',
        ariaLabel: t('shell.remove', { name: name || url }),
        onclick: () => void choose({ remove: url }),
      }),
    );
    return row;
  });
  const list = element('ul', '');
  list.append(...rows);
  const retry =
    problem === 'shell.not_ready' || problem === 'shell.unreachable'
      ? [element('button', t('shell.retry'), { type: 'button', onclick: () => void choose({ retry: true }) })]
      : [];
  const known = servers.length > 0 ? [element('h2', t('shell.servers')), list] : [];
  document.title = t('shell.title');
  document.querySelector('main')?.replaceChildren(element('h1', t('shell.title')), alert, ...retry, form, ...known);
}
void draw();
