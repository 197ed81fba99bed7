import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { test } from '../support/fixtures.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen is accessible, ${colorScheme}`, { tag: '@long' }, async ({ seat, account }) => {
    test.setTimeout(240_000);
    const [ada, bo] = [await account('Ada'), await account('Bo')];
    const project = await ada.call(projectAdd, { name: 'Relaunch', columns: 'To do,Doing,Done' });
    await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid], p_level: 2 });
    const group = await ada.call(groupAdd, { chat_name: 'Kitchen', userids: [bo.userid] });
    await ada.call(msgSendtext, { dialog_id: group.id, text: 'Who brings **cake**?', text_type: 'md' });
    const mention = `<span class="mention user" data-id="${ada.userid}">@Ada</span>`;
    await bo.call(msgSendtext, {
      dialog_id: group.id,
      text: `<p>${mention} <a href="https://cake.example">I do</a></p>`,
    });

    const outside = await seat(undefined, { colorScheme });
    const inside = await seat(ada, { colorScheme });
    // In light, `every-screen.spec` checks all the others.
    const screens = [
      [outside.page, '/login', 'Sign in'],
      [inside.page, `/manage/messenger?dialog=${group.id}`, 'I do'],
      [inside.page, '/manage/nowhere', 'We couldn’t find this page'],
      [inside.page, `/manage/project/${project.id}`, 'Ship'],
    ] as const;
    const found: string[] = [];
    for (const [page, path, words] of screens) {
      await page.goto(path);
      await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();
      // The same page in other colors: only contrast can differ.
      const violations = await violationsOf(page, colorScheme === 'dark' ? { rules: ['color-contrast'] } : {});
      found.push(...violations.map((each) => `${path} ${each}`));
    }
    // Overlays.
    await inside.page.goto('/manage/dashboard');
    await expect(inside.page.getByText('Ship').first()).toBeVisible();
    for (const [key, name, words] of colorScheme === 'dark'
      ? []
      : ([
          ['/', 'Search', 'ship'],
          ['ControlOrMeta+k', 'Command palette', 'ship'],
        ] as const)) {
      await inside.page.keyboard.press(key);
      const modal = inside.page.getByRole('dialog', { name });
      await modal.getByRole('combobox').fill(words);
      await expect(modal.getByRole('option', { name: /^Ship/ }).first()).toBeVisible();
      await expect(modal).toHaveCSS('opacity', '1');
      const violations = await violationsOf(inside.page, { within: '[role="dialog"]' });
      found.push(...violations.map((each) => `${name} ${each}`));
      await inside.page.keyboard.press('Escape');
    }
    expect(found).toEqual([]);
    expect([...outside.complaints, ...inside.complaints]).toEqual([]);
  });
}
