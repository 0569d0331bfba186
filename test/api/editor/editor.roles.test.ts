import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let stylesId = 0;
let navigationId = 0;

beforeAll(async () => {
  site = await testPlaten({ variant: 'c' });
  const admin = site.as('administrator');
  const { body } = await admin.get('/wp/v2/themes?status=active');
  stylesId = Number(body[0]._links['wp:user-global-styles'][0].href.split('/').at(-1));
  const menu = await admin.post('/wp/v2/navigation', { title: 'Main', content: 'Home', status: 'publish' });
  navigationId = menu.body.id;
});
afterAll(() => site.close());

const roles: readonly Role[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];

/** The status that each role gets, in the order of `roles`. */
type Statuses = readonly [number, number, number, number, number, number];
const everyone: Statuses = [200, 200, 200, 200, 200, 200];
const loggedIn: Statuses = [401, 200, 200, 200, 200, 200];
const writers: Statuses = [401, 403, 200, 200, 200, 200];
const editors: Statuses = [401, 403, 403, 403, 200, 200];
const administrators: Statuses = [401, 403, 403, 403, 403, 200];

describe('who may read what block editors need', () => {
  it.each<[string, Statuses]>([
    ['/wp/v2/block-types', writers],
    ['/wp/v2/block-types/core', writers],
    ['/wp/v2/block-types/core/paragraph', writers],
    ['/wp/v2/block-patterns/patterns', writers],
    ['/wp/v2/block-patterns/categories', writers],
    ['/wp/v2/themes?status=active', writers],
    ['/wp/v2/themes', administrators],
    ['/wp/v2/themes?status=inactive', administrators],
    ['/wp/v2/themes/platen', writers],
    ['/wp/v2/themes/other', [401, 403, 403, 403, 403, 404]],
    ['/wp/v2/templates', writers],
    ['/wp/v2/template-parts', writers],
    ['/wp/v2/templates/lookup?slug=single', writers],
    ['/wp/v2/template-parts/lookup?slug=header', writers],
    ['/wp/v2/templates/platen//index', [401, 403, 404, 404, 404, 404]],
    ['/wp/v2/templates/platen//index/revisions', [401, 403, 403, 403, 403, 404]],
    ['/wp/v2/templates/platen//index/autosaves', [401, 403, 403, 403, 403, 404]],
    ['/wp/v2/global-styles/themes/platen', writers],
    ['/wp/v2/global-styles/themes/platen/variations', writers],
    ['/wp/v2/global-styles/999999', [404, 404, 404, 404, 404, 404]],
    ['/wp/v2/view-config?kind=postType&name=post', writers],
    ['/wp/v2/view-config?kind=postType&name=page', editors],
    ['/wp/v2/view-config?kind=postType&name=wp_template', administrators],
    ['/wp/v2/view-config?kind=root&name=site', writers],
    ['/wp-block-editor/v1/url-details?url=http://127.0.0.1/', [401, 403, 404, 404, 404, 404]],
    ['/wp-block-editor/v1/navigation-fallback', administrators],
    ['/wp-abilities/v1/abilities', loggedIn],
    ['/wp-abilities/v1/abilities/core/get-user-info', loggedIn],
    ['/wp-abilities/v1/categories', loggedIn],
    ['/wp-abilities/v1/categories/site', loggedIn],
    ['/wp-abilities/v1/abilities/core/get-user-info/run', loggedIn],
    ['/wp-abilities/v1/abilities/core/get-site-info/run', administrators],
    ['/wp-abilities/v1/abilities/core/get-environment-info/run', administrators],
    ['/wp-abilities/v1', everyone],
    ['/wp-block-editor/v1', everyone],
    ['/wp/v2/wp_pattern_category', everyone],
    ['/wp/v2/wp_pattern_category?context=edit', editors],
    ['/wp/v2/navigation', everyone],
    ['/wp/v2/navigation?context=edit', administrators],
    ['/wp/v2/types/wp_template', everyone],
    ['/wp/v2/types/wp_template?context=edit', administrators],
    ['/wp/v2/types/wp_navigation?context=edit', administrators],
    ['/wp/v2/types/wp_block?context=edit', writers],
    ['/wp/v2/types?context=edit', writers],
    ['/wp/v2/taxonomies/nav_menu?context=edit', administrators],
    ['/wp/v2/taxonomies?context=edit', writers],
  ])('%s', async (path, expected) => {
    for (const [at, role] of roles.entries()) {
      const { status } = await site.as(role).get(path);
      expect([role, status]).toEqual([role, expected[at]]);
    }
  });

  it('the styles of the site', async () => {
    for (const [at, role] of roles.entries()) {
      const { status } = await site.as(role).get(`/wp/v2/global-styles/${stylesId}`);
      expect([role, status]).toEqual([role, writers[at]]);
    }
  });
});

describe('who may write', () => {
  const denied = (role: Role) => (role === 'anonymous' ? 401 : 403);
  const others = roles.filter((role) => role !== 'administrator');

  it('navigation and styles belong to those who may change the theme', async () => {
    for (const role of others) {
      const client = site.as(role);
      const made = await client.post('/wp/v2/navigation', { title: 'Mine', content: 'Home' });
      expect([role, made.status, made.body.code]).toEqual([role, denied(role), 'rest_cannot_create']);
      expect((await client.post(`/wp/v2/navigation/${navigationId}`, { title: 'Mine' })).status).toBe(denied(role));
      expect((await client.delete(`/wp/v2/navigation/${navigationId}`)).status).toBe(denied(role));
      const styled = await client.post(`/wp/v2/global-styles/${stylesId}`, { styles: {} });
      expect([role, styled.status, styled.body.code]).toEqual([role, denied(role), 'rest_cannot_edit']);
    }
  });

  it('templates cannot be made by anyone, and only administrators learn why', async () => {
    for (const role of others) {
      const { status, body } = await site.as(role).post('/wp/v2/templates', { slug: 'x', content: 'x' });
      expect([role, status, body.code]).toEqual([role, denied(role), 'rest_cannot_manage_templates']);
    }
    const { status, body } = await site.as('administrator').post('/wp/v2/templates', { slug: 'x', content: 'x' });
    expect([status, body.code]).toEqual([400, 'rest_templates_not_supported']);
  });

  it('patterns are made by authors, and their categories by whoever assigns them', async () => {
    const pattern = { title: 'A note', content: 'Text', status: 'publish' };
    for (const [role, status] of [
      ['subscriber', 403],
      ['contributor', 403],
      ['author', 201],
    ] as const)
      expect([role, (await site.as(role).post('/wp/v2/blocks', pattern)).status]).toEqual([role, status]);
    const named = (role: Role) => site.as(role).post('/wp/v2/wp_pattern_category', { name: `Of ${role}` });
    expect((await named('subscriber')).status).toBe(403);
    const { body } = await named('contributor');
    expect((await site.as('author').post(`/wp/v2/wp_pattern_category/${body.id}`, { name: 'New' })).status).toBe(403);
    expect((await site.as('editor').post(`/wp/v2/wp_pattern_category/${body.id}`, { name: 'New' })).status).toBe(200);
  });
});
