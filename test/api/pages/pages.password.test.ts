import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portableHash } from '../../../src/auth/passwords/password-hash.ts';
import { makePreviewToken, revokePreviewTokens } from '../../../src/site/previews/preview-token.ts';
import { type PageSite, pageSite, pathOf, siteUrl } from './page-client.ts';

/** How far the clock of the site is ahead. */
let aheadMs = 0;
let site: PageSite;
beforeAll(async () => {
  site = await pageSite({ clock: () => Date.now() + aheadMs });
});
afterAll(() => site?.close());

describe('a protected post', () => {
  let post: { id: number; link: string };
  beforeAll(async () => {
    post = await site.write('posts', {
      title: 'Locked',
      slug: 'locked',
      content: 'the-secret',
      status: 'publish',
      password: 'sesame',
    });
    await site.write('comments', {
      post: post.id,
      content: 'the-comment',
      author_name: 'N',
      author_email: 'n@example.org',
      status: 'approved',
    });
  });
  const enter = async (password: string) => {
    const { headers, status, location } = await site.post('/wp-login.php?action=postpass', {
      post_password: password,
      redirect_to: post.link,
    });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    return { status, location, cookie, whole: headers.get('set-cookie') ?? '' };
  };

  it('asks for its password, then shows itself, and remembers', async () => {
    const asked = await site.get(pathOf(post.link));
    expect(asked.html).toContain('action="http://site.test/wp-login.php?action=postpass"');
    for (const word of ['the-secret', 'the-comment']) expect(asked.html).not.toContain(word);
    const { status, location, cookie, whole } = await enter('sesame');
    expect([status, location]).toEqual([303, pathOf(post.link)]);
    const stored = (await site.platen.store.options.get('siteurl')) || siteUrl;
    expect(whole).toMatch(
      new RegExp(`^wp-postpass_${hash('md5', stored)}=%24P%24B.*; Path=/; Max-Age=864000; HttpOnly; SameSite=Lax$`),
    );
    const opened = await site.get(pathOf(post.link), { headers: { cookie } });
    for (const word of ['the-secret', 'the-comment']) expect(opened.html).toContain(word);
    expect(opened.headers.get('x-cache')).toBe('bypass');
    expect((await site.get(pathOf(post.link))).html).not.toContain('the-secret');
  });

  it('refuses a wrong one, and a cookie of the old system is as good as ours', async () => {
    const { cookie } = await enter('open');
    expect((await site.get(pathOf(post.link), { headers: { cookie } })).html).toContain('That was not the password.');
    const theirs = `${cookie.split('=')[0]}=${encodeURIComponent((await portableHash('sesame', '$P$Babcdefgh')) ?? '')}`;
    expect((await site.get(pathOf(post.link), { headers: { cookie: theirs } })).html).toContain('the-secret');
  });

  it('can be commented on by those who know the password only', async () => {
    const { cookie } = await enter('sesame');
    const { html } = await site.get(pathOf(post.link), { headers: { cookie } });
    const token = /name="platen_form" value="([^"]+)"/.exec(html)?.[1] ?? '';
    // Whoever answers in less than three seconds is a program.
    aheadMs += 4_000;
    const fields = {
      comment_post_ID: String(post.id),
      comment: 'Me too',
      author: 'A',
      email: 'a@example.org',
      platen_form: token,
    };
    const without = await site.post('/wp-comments-post.php', fields);
    expect([without.status, without.html.includes('the-secret')]).toEqual([401, false]);
    expect((await site.post('/wp-comments-post.php', fields, { headers: { cookie } })).status).toBe(303);
  });

  it('leads nowhere else', async () => {
    for (const redirect_to of [
      'https://evil.example/',
      '//evil.example',
      'http://site.test@evil.example/',
      'javascript:alert(1)',
    ]) {
      const { location } = await site.post('/wp-login.php?action=postpass', { post_password: 'x', redirect_to });
      expect(location).toBe('/');
    }
    expect((await site.post('/wp-login.php?action=postpass', {})).status).toBe(400);
    expect((await site.get('/wp-login.php?action=postpass')).status).toBe(405);
  });
});

describe('a preview link', () => {
  it('shows a draft to whoever has it, until it expires or is revoked', async () => {
    const { store } = site.platen;
    const draft = await site.write('posts', { title: 'Draft', content: 'soon-to-come', status: 'draft' });
    const other = await site.write('posts', { title: 'Other', content: 'not-yet', status: 'draft' });
    const token = await makePreviewToken(store, draft.id, Date.now() + 3_600_000);
    const shown = await site.get(`/?p=${draft.id}&preview=${token}`);
    expect([shown.status, shown.html.includes('soon-to-come')]).toEqual([200, true]);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.html).toContain('content="noindex"');
    expect((await site.get(`/?p=${other.id}&preview=${token}`)).html).not.toContain('not-yet');
    expect((await site.get(`/?p=${draft.id}&preview=true`)).status).toBe(404);
    const expired = await makePreviewToken(store, draft.id, Date.now() - 1_000);
    for (const bad of [
      expired,
      `${other.id}${token.slice(token.indexOf('.'))}`,
      `${token.slice(0, -1)}!`,
      '1.2.3',
      '...',
    ]) {
      expect((await site.get(`/?p=${other.id}&preview=${bad}`)).status).toBe(404);
    }
    await revokePreviewTokens(store, draft.id);
    expect((await site.get(`/?p=${draft.id}&preview=${token}`)).status).toBe(404);
    const again = await makePreviewToken(store, draft.id, Date.now() + 3_600_000);
    expect((await site.get(`/?preview=${again}`)).html).not.toContain('soon-to-come');
    expect((await site.get(`/?p=${draft.id}&preview=${again}`)).html).toContain('soon-to-come');
    await site.as('administrator').delete(`/wp/v2/posts/${draft.id}`);
    expect((await site.get(`/?p=${draft.id}&preview=${again}`)).html).not.toContain('soon-to-come');
  });
});
