import { projectAdd } from '@atrium/contract/projects.ts';
import { taskAdd } from '@atrium/contract/tasks.ts';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { account, seat } from './support/people.ts';
import { type RealServer, startRealServer } from './support/server.ts';

let server: RealServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startRealServer();
});
test.afterAll(() => server.close());

// covers A1-12, A1-13, C2-08, C4-37
for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen is accessible in the ${colorScheme} theme, which follows the system`, async ({ browser }) => {
    test.setTimeout(180_000);
    const ada = await account(server.base, 'Ada');
    const project = await ada.call(projectAdd, { name: 'Relaunch', columns: 'To do,Doing,Done' });
    await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
    const { page, context, complaints } = await seat(browser, server.base, ada, { colorScheme });
    const screens = [
      ['/manage/dashboard', 'Nothing is waiting for you|Ship'],
      [`/manage/project/${project.id}`, 'Ship'],
      ['/manage/messenger', 'Relaunch'],
      ['/manage/setting/personal', 'Nickname'],
      ['/manage/nowhere', 'There is nothing at this address'],
    ] as const;
    for (const [path, words] of screens) {
      await page.goto(path);
      await expect(page.getByText(new RegExp(words)).first()).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((violation) => `${path} ${violation.id}: ${violation.nodes[0]?.target.join(' ')}`)).toEqual(
        [],
      );
    }
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(colorScheme);
    expect(complaints).toEqual([]);
    await context.close();
  });
}
