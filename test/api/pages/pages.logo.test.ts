import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodePhp } from '../../../src/storage/options/php-serialized.ts';
import { addAttachment } from './menu-rows.ts';
import { type PageSite, pageSite, pathOf } from './page-client.ts';

let site: PageSite;
let path: string;
beforeAll(async () => {
  site = await pageSite();
  const post = await site.write('posts', { title: 'x', status: 'publish', content: '<!-- wp:site-logo /-->' });
  path = pathOf(post.link);
});
afterAll(() => site?.close());

const shownLogos = async () => (await site.get(path)).html.match(/uploads\/picture-0\.png/g)?.length ?? 0;

it('the header and the logo block show one logo, from the option of its own or from the settings of the theme', async () => {
  const { store } = site.platen;
  expect(await shownLogos()).toBe(0);
  const id = await addAttachment(store, 0);
  await store.options.set('site_logo', String(id));
  const shown = await shownLogos();
  expect(shown).toBeGreaterThanOrEqual(2);
  await store.options.remove('site_logo');
  await store.options.set('theme_mods_platen', encodePhp(new Map([['custom_logo', id]])));
  expect(await shownLogos()).toBe(shown);
});
