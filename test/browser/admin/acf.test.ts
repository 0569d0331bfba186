import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

const text = (key: string, name: string, label: string) => ({ key, name, label, type: 'text' });

/** A group as ACF writes it into the folder of a theme. */
const group = {
  key: 'group_hall',
  title: 'Hall',
  show_in_rest: 1,
  modified: 1_700_000_000,
  location: [[{ param: 'post_type', operator: '==', value: 'page' }]],
  fields: [
    text('field_lead', 'lead', 'Lead'),
    { key: 'field_day', name: 'day', label: 'Day', type: 'date_picker' },
    {
      key: 'field_talks',
      name: 'talks',
      label: 'Talks',
      type: 'repeater',
      sub_fields: [text('field_title', 'title', 'Name of the talk')],
    },
  ],
};

describe('the form of an item with fields of ACF', () => {
  let admin: AdminSite;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-acf-'));
    await writeFile(join(folder, 'group_hall.json'), JSON.stringify(group));
    admin = await adminSite({ readFieldPlugins: true, acfJson: folder });
  }, 300_000);
  afterAll(async () => {
    await admin?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('stores what is changed in the rows that ACF uses, and leaves the others alone', async () => {
    const { store } = admin.site.platen;
    const { id } = (await admin.site.as('administrator').post('/wp/v2/pages', { title: 'Hall', status: 'publish' }))
      .body;
    const before = {
      lead: 'Stays',
      day: '20240501',
      talks: '2',
      _talks: 'field_talks',
      talks_0_title: 'First',
      _talks_0_title: 'field_title',
      talks_1_title: 'Second',
      _talks_1_title: 'field_title',
    };
    for (const [key, value] of Object.entries(before)) await store.meta.set('post', id, key, [value]);
    const rows = async () =>
      Object.fromEntries(
        ((await store.meta.of('post', [id])).get(id) ?? [])
          // Who has the item open is noted beside what is stored.
          .filter(({ key }) => key !== '_edit_lock')
          .map(({ key, value }) => [key, value]),
      );
    const page = await admin.open('administrator', `pages/${id}`);
    const talks = page.getByRole('group', { name: 'Talks', exact: true });
    await expect.poll(() => talks.getByRole('listitem').count()).toBe(2);
    expect(await page.getByLabel('Day').inputValue()).toBe('2024-05-01');
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Day').fill('2025-01-02');
    await page.getByRole('button', { name: /^Remove Row 1/ }).click();
    await page.getByRole('button', { name: 'Update' }).click();
    await expect.poll(async () => (await rows())['talks']).toBe('1');
    expect(await rows()).toEqual({
      lead: 'Stays',
      day: '20250102',
      _day: 'field_day',
      talks: '1',
      _talks: 'field_talks',
      talks_0_title: 'Second',
      _talks_0_title: 'field_title',
    });
    expect(admin.faults).toEqual([]);
    await page.context().close();
  });
});
