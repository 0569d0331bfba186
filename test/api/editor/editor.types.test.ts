import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({
    variant: 'c',
    content: { postTypes: [{ name: 'film', labels: { name: 'Films', singular_name: 'Film' }, hasArchive: 'cinema' }] },
  });
});
afterAll(() => site.close());

describe('types', () => {
  it('say what editors read, by the type and not by its name', async () => {
    const { body } = await site.as('administrator').get('/wp/v2/types?context=edit');
    expect(body.post).toMatchObject({
      icon: 'dashicons-admin-post',
      rest_namespace: 'wp/v2',
      template: [],
      template_lock: false,
      has_archive: false,
      viewable: true,
      visibility: { show_in_nav_menus: true, show_ui: true },
      supports: { editor: [{ notes: true }], autosave: true },
    });
    expect(body.post.labels).not.toHaveProperty('template_name');
    expect(body.film).toMatchObject({ icon: null, has_archive: 'cinema', supports: { editor: true, autosave: true } });
    expect(body.film.labels).toMatchObject({ item_updated: 'The film is saved.', template_name: 'Page of one film' });
    expect(body.attachment.supports).not.toHaveProperty('autosave');
    expect(body.wp_block).toMatchObject({ viewable: false, visibility: { show_in_nav_menus: false, show_ui: true } });
    expect(body.wp_block.capabilities).toMatchObject({ edit_post: 'edit_block', create_posts: 'publish_posts' });
    expect(body.wp_navigation.capabilities).toMatchObject({
      edit_posts: 'edit_theme_options',
      publish_posts: 'edit_theme_options',
      create_posts: 'edit_theme_options',
    });
  });

  it('of themes are described, although they have no collection of content', async () => {
    const { body } = await site.as('anonymous').get('/wp/v2/types');
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['nav_menu_item', 'wp_template', 'wp_font_face']));
    expect(body).not.toHaveProperty('revision');
    expect(body.wp_global_styles.rest_base).toBe('global-styles');
  });

  it('are reduced by _fields to the chosen ones, and each to the chosen members', async () => {
    const shown = async (fields: string) => (await site.as('editor').get(`/wp/v2/types?_fields=${fields}`)).body;
    expect(await shown('post,page')).toEqual({ post: [], page: [] });
    expect(await shown('post,slug')).toEqual({ post: { slug: 'post' } });
    expect(await shown('slug')).toEqual([]);
    expect((await site.as('editor').get('/wp/v2/types/post?_fields=slug')).body).toEqual({ slug: 'post' });
  });
});

describe('taxonomies and statuses', () => {
  it('say where readers and editors meet a taxonomy', async () => {
    const { body } = await site.as('administrator').get('/wp/v2/taxonomies?context=edit');
    expect(body.category.visibility).toEqual({
      public: true,
      publicly_queryable: true,
      show_ui: true,
      show_admin_column: true,
      show_in_nav_menus: true,
      show_in_quick_edit: true,
    });
    expect(body.wp_pattern_category.visibility).toMatchObject({
      public: false,
      show_ui: true,
      show_in_nav_menus: false,
    });
    expect(new Set(Object.values(body.nav_menu.visibility))).toEqual(new Set([false]));
    expect(body.category.labels).not.toHaveProperty('archives');
    expect(body.wp_pattern_category.labels).toHaveProperty('archives');
  });

  it('leave categories of patterns out of what readers meet', async () => {
    const editor = site.as('editor');
    const { body } = await editor.post('/wp/v2/wp_pattern_category', { name: 'Hero' });
    expect(body.link).toBe('http://site.test/?taxonomy=wp_pattern_category&term=hero');
    expect((await editor.get('/wp/v2/search?type=term&search=hero')).body).toEqual([]);
    expect((await editor.get('/wp/v2/search?type=term&subtype=wp_pattern_category')).status).toBe(400);
  });

  it('say which dates stay open', async () => {
    const { body } = await site.as('editor').get('/wp/v2/statuses');
    const floating = Object.entries<{ date_floating: boolean }>(body).filter(([, one]) => one.date_floating);
    expect(floating.map(([name]) => name)).toEqual(['draft', 'pending']);
  });
});

describe('other variants', () => {
  it('show none of it', async () => {
    const older = await testPlaten({ variant: 'a' });
    try {
      const admin = older.as('administrator');
      expect(Object.keys((await admin.get('/wp/v2/types')).body)).toEqual(['post', 'page', 'attachment']);
      expect((await admin.get('/wp/v2/types/post?context=edit')).body).not.toHaveProperty('icon');
      expect((await admin.get('/wp/v2/block-types')).status).toBe(404);
      expect((await admin.get('/wp-abilities/v1')).status).toBe(404);
      expect((await admin.get('/')).body.namespaces).not.toContain('wp-block-editor/v1');
    } finally {
      await older.close();
    }
  });
});
