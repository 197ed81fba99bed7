import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { personTagAdd, personTagLists } from '@atrium/contract/people/personTags.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { type Person } from '../support/people.ts';

test('two people open a profile card: one adds a tag, and the other, live, votes for it', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  const [cy, ada, bo] = [await account('Cy'), await account('Ada'), await account('Bo')];
  await ada.call(userEditdata, { introduction: 'Ask me about ropes.' });
  await cy.call(personTagAdd, { userid: ada.userid, name: 'Lathe' });
  const openCard = async (by: Person) => {
    const { id } = await by.call(dialogOpenUser, { userid: ada.userid });
    const there = await seat(by);
    await there.page.goto(`/manage/messenger?dialog=${id}`);
    await there.page.getByRole('heading', { level: 1 }).getByRole('button').click({ timeout: 20_000 });
    const card = there.page.getByRole('dialog', { name: 'Profile' });
    await expect(card).toContainText('Ask me about ropes.');
    return { ...there, card };
  };
  const [one, other] = [await openCard(bo), await openCard(cy)];
  await one.card.getByRole('button', { name: 'Add tag' }).click();
  await one.page.keyboard.type('Knots');
  await one.page.keyboard.press('Enter');
  await expect(one.card.getByRole('button', { name: /^Knots, recognized by 0/ })).toBeVisible();

  const knots = other.card.getByRole('button', { name: /^Knots/ });
  await knots.click();
  await expect(knots).toHaveAttribute('aria-pressed', 'true');
  await expect(one.card.getByRole('button', { name: 'Knots, recognized by 1 person' })).toBeVisible();

  await one.page.keyboard.press('Escape');
  await one.card.getByRole('button', { name: 'All tags (2)' }).click();
  // Only this one of the two tags is Bo's.
  await expect(one.card.getByRole('button', { name: /^Actions for the tag/ })).toHaveCount(1);
  await one.card.getByRole('button', { name: 'Actions for the tag “Knots”' }).click();
  await one.page.getByRole('menuitem', { name: 'Delete tag' }).click();
  await one.page.getByRole('dialog', { name: 'Delete tag' }).getByRole('button', { name: 'Delete tag' }).click();
  await expect(knots).toHaveCount(0);
  const { list } = await ada.call(personTagLists, {});
  expect(list.map(({ name }) => name)).toEqual(['Lathe']);
  expect([...one.complaints, ...other.complaints]).toEqual([]);
});
