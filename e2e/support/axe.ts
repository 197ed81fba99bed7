import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Violations of axe's rules on a page, or inside `within`: `rule: selector, element, why | …`. Only violations are computed and
 * returned, in the page itself, because the whole report takes three times as long as the rules. `rules` limits them.
 */
export async function violationsOf(
  page: Page,
  { within, rules }: { within?: string; rules?: string[] } = {},
): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  const isLoaded = await page.evaluate<boolean>(`'axe' in window`);
  if (!isLoaded) await page.evaluate(`${axe.source};0`);
  const context = within === undefined ? 'document' : JSON.stringify({ include: [within] });
  return page.evaluate<string[]>(
    `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, html, any }) =>
        [target, html.slice(0, 90), ...any.map(({ message }) => message)].join(' ')).join(' | ')))`,
  );
}
