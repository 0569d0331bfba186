import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, type ClientSite, clientSite, requireClient } from './client-site.ts';

interface Action {
  run(context: { auth: unknown; propsValue: object; files?: unknown }): Promise<unknown>;
}
interface Piece {
  actions(): Readonly<Record<string, Action>>;
  readonly auth: { validate(given: { auth: object }): Promise<{ readonly valid: boolean; readonly error?: string }> };
}

const { wordpress } = requireClient('@activepieces/piece-wordpress') as { wordpress: Piece };

let site: ClientSite;
beforeAll(async () => {
  site = await clientSite();
});
afterAll(() => site?.remove());

interface Item {
  readonly id: number;
  readonly title: { readonly rendered: string };
}

/** Runs an action of the piece as the automation does. */
async function act<T>(name: string, propsValue: object): Promise<T> {
  const auth = { type: 'CUSTOM_AUTH', props: { ...account, website_url: site.origin } };
  const action = wordpress.actions()[name];
  if (!action) throw new Error(`The piece has no action "${name}".`);
  // What an action returns is what its test reads from it.
  return (await action.run({ auth, propsValue })) as T;
}

describe('the WordPress piece of Activepieces', () => {
  it('accepts the connection', async () => {
    expect(await wordpress.auth.validate({ auth: { ...account, website_url: site.origin } })).toEqual({ valid: true });
    const wrong = { ...account, password: 'wrong', website_url: site.origin };
    expect((await wordpress.auth.validate({ auth: wrong })).error).toContain('Credentials are invalid');
  });

  it('creates and reads a post, after its check of the site address', async () => {
    const made = await act<{ body: Item }>('create_post', { title: 'Made', content: 'x', status: 'publish' });
    expect(made.body.title.rendered).toBe('Made');
    const read = await act<{ body: Item }>('get_post', { id: made.body.id });
    expect(read.body.id).toBe(made.body.id);
    const changed = await act<Item>('update_post', { post: made.body.id, title: 'Changed' });
    expect(changed.title.rendered).toBe('Changed');
  });

  it('creates a page', async () => {
    const made = await act<{ body: Item }>('create_page', { title: 'About', content: 'x', status: 'draft' });
    expect(made.body.title.rendered).toBe('About');
    expect(await act<Item>('get_page', { page_id: made.body.id })).toMatchObject({ id: made.body.id });
  });

  it('its newer actions for posts and pages', async () => {
    const post = await act<Item>('create_blog_post', {
      title: 'Newer',
      content: 'x',
      status: 'publish',
      sticky: 'true',
    });
    expect(await act('get_post_by_id', { post_id: post.id })).toMatchObject({ sticky: true });
    expect(await act('update_blog_post', { post_id: post.id, title: 'Newest' })).toMatchObject({ id: post.id });
    const found = await act<{ posts: Item[]; total: number }>('list_posts', { search: 'Newest', per_page: 5 });
    expect(found.posts.map(({ id }) => id)).toEqual([post.id]);
    expect(found.total).toBe(1);
    await act('trash_post', { post_id: post.id });
    await act('delete_post_permanently', { post_id: post.id });
    await expect(act('get_post_by_id', { post_id: post.id })).rejects.toThrow();
  });

  it('terms, comments, users and settings', async () => {
    const category = await act<{ id: number }>('create_category', { name: 'Food' });
    expect(category).toMatchObject({ name: 'Food' });
    // An existing term is found again instead of refused.
    expect(await act('create_category', { name: 'Food' })).toMatchObject({ id: category.id });
    const { categories } = await act<{ categories: Item[] }>('list_categories', { search: 'Food' });
    expect(categories).toHaveLength(1);
    const comment = await act<{ id: number }>('create_comment', { post: site.post.id, content: 'Well said.' });
    expect(await act('moderate_comment', { comment_id: comment.id, status: 'spam' })).toMatchObject({ status: 'spam' });
    expect(await act('get_current_user', {})).toMatchObject({ id: 1, slug: 'admin' });
    expect((await act<{ users: Item[] }>('list_users', {})).users).toHaveLength(1);
    expect(await act('get_site_settings', {})).toHaveProperty('title');
  });

  it('uploads a file', async () => {
    const file = { filename: 'note.txt', data: Buffer.from('A note.') };
    const made = await act<{ id: number; source_url: string }>('upload_media', { file, title: 'Note', alt_text: 'n' });
    expect(await (await fetch(made.source_url)).text()).toBe('A note.');
    expect(await act('get_media', { media_id: made.id })).toMatchObject({ title: { rendered: 'Note' } });
  });
});
