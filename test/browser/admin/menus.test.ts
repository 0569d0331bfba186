import { afterAll, beforeAll, expect, it } from 'vitest';
import { moves } from '../../../admin/src/screens/menus/menu-moves.ts';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;
beforeAll(async () => {
  admin = await adminSite();
  const administrator = admin.site.as('administrator');
  for (const title of ['About us', 'Contact', 'Team'])
    await administrator.post('/wp/v2/pages', { title, status: 'publish' });
  await administrator.post('/wp/v2/categories', { name: 'News' });
});
afterAll(() => admin.close());

const stored = async (id: number): Promise<string[]> =>
  (await admin.site.as('administrator').get(`/platen/v1/menus/${id}`)).body.items.map(
    ({ level, title, target_title }: { level: number; title: string; target_title: string }) =>
      `${level} ${title || target_title}`,
  );

it('makes a menu, orders and nests its items by keyboard and mouse, and the site shows it', async () => {
  const page = await admin.open('administrator', 'menus');
  await page.getByText('No menus yet').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'New menu' }).click();
  await page.getByLabel('Name').fill('Main');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Main', level: 1 }).waitFor();
  const id = Number(page.url().split('/').at(-1));

  // The offers move while they are searched.
  await page.getByLabel('Search by title').fill('team');
  await expect.poll(() => page.getByRole('button', { name: 'Add Contact' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Add Team' }).click();
  await page.getByLabel('Search by title').fill('');
  await page.getByRole('button', { name: 'Add Contact' }).waitFor();
  await page.getByRole('button', { name: 'Add About us' }).click();
  await page.getByRole('button', { name: 'Add Contact' }).click();
  await page.getByRole('combobox', { name: 'What to add' }).click();
  await page.getByRole('option', { name: 'Categories' }).click();
  await page.getByRole('button', { name: 'Add News' }).click();
  await page.getByRole('combobox', { name: 'What to add' }).click();
  await page.getByRole('option', { name: 'Address' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('https://example.org/');
  await page.getByRole('textbox', { name: 'Label' }).fill('Partner');
  await page.getByRole('button', { name: 'Add', exact: true }).click();

  await page.getByRole('button', { name: 'Move Team down' }).press('Enter');
  await page.getByRole('button', { name: 'Move Team below the item before it' }).press('Enter');
  await page.getByText('Team is number 2 now, at level 2').waitFor({ state: 'attached' });
  // The grip of News is dropped on the upper edge of About us.
  await page.getByTitle('Drag News').dragTo(page.getByRole('listitem').filter({ hasText: 'About us' }), {
    targetPosition: { x: 60, y: 4 },
  });
  await page.getByRole('button', { name: 'Edit Contact' }).click();
  await page.getByRole('textbox', { name: 'Label' }).first().fill('Write to us');
  await page.getByLabel('Open in a new tab').check();
  await page.getByLabel('CSS classes').fill('quiet');
  await page.getByRole('button', { name: 'Remove Partner' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByLabel('Primary menu').check();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The menu is saved').waitFor();
  expect(await stored(id)).toEqual(['0 News', '0 About us', '1 Team', '0 Write to us', '0 Partner']);

  const visitor = await admin.browser.newPage();
  await visitor.goto(`${admin.origin}/`);
  const menu = visitor.getByRole('navigation', { name: 'Main menu' });
  const links = await menu.getByRole('link').allTextContents();
  expect(links.filter((text) => text !== 'Team')).toEqual(['News', 'About us', 'Write to us', 'Partner']);
  await menu.getByLabel('More below About us').click();
  await menu.getByRole('link', { name: 'Team' }).click();
  await visitor.waitForURL('**/team/');
  expect(await visitor.locator('li.quiet > a[target=_blank]').textContent()).toBe('Write to us');
  await visitor.close();

  await page.getByRole('link', { name: 'All menus' }).click();
  await page.getByRole('cell', { name: 'Primary menu' }).waitFor();
  await page.getByRole('button', { name: 'Remove Main' }).click();
  await page.getByText('No menus yet').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('cell', { name: 'Primary menu' }).waitFor();
  await settled(page);
  expect(await violations(page)).toEqual([]);
  expect(admin.faults).toEqual([]);
});

it('shows both versions when somebody else saved meanwhile', async () => {
  const administrator = admin.site.as('administrator');
  const { id } = (await administrator.post('/platen/v1/menus', { name: 'Two', items: [{ title: 'One', url: '/1' }] }))
    .body;
  const page = await admin.open('administrator', `menus/${id}`, { viewport: { width: 390, height: 800 } });
  await page.getByRole('button', { name: 'Edit One' }).click();
  await page.getByRole('textbox', { name: 'Label' }).first().fill('Mine');
  await administrator.post(`/platen/v1/menus/${id}`, { items: [{ title: 'Theirs', url: '/2' }] });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' });
  await dialog.getByText('Theirs', { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The menu is saved').waitFor();
  expect(await stored(id)).toEqual(['0 Mine']);
});

it('moves rows with what is below them, and only where they can go', () => {
  const rows = ['a0', 'b1', 'c2', 'd1', 'e0'].map((text) => ({ name: text[0], level: Number(text[1]) }));
  const after = (by: keyof typeof moves, at: number) =>
    moves[by](rows, at)
      ?.map(({ name, level }) => `${name}${level}`)
      .join(' ');
  expect(after('down', 1)).toBe('a0 d1 b1 c2 e0');
  expect(after('up', 4)).toBe('e0 a0 b1 c2 d1');
  expect(after('out', 1)).toBe('a0 d1 b0 c1 e0');
  expect(after('in', 4)).toBe('a0 b1 c2 d1 e1');
  expect([after('up', 0), after('up', 1), after('down', 4), after('in', 0), after('in', 1), after('out', 0)]).toEqual(
    Array(6).fill(undefined),
  );
});
