import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { launchBrowser } from '../browser/admin/browser.ts';
import { installPackages, type Peer, startPeer } from '../coexist/support/start-wordpress.ts';
import { freePort } from '../support/free-port.ts';
import { astro, next, typescript } from './commands.ts';
import { freshProject } from './new-project.ts';
import { type Running, setEnvironment, startFront } from './starter.ts';

const pathOf = ({ link }: { readonly link: string }): string => new URL(link).pathname;

let peer: Peer;
let browser: Browser;
let post: { readonly id: number; readonly link: string };
let page: { readonly link: string };
let category: { readonly link: string };

beforeAll(async () => {
  installPackages();
  peer = await startPeer();
  browser = await launchBrowser();
  const { login, application } = peer.facts.passwords.administrator;
  const writer = createClient({ url: peer.facts.url, auth: { username: login, password: application } });
  const term = await writer.categories.create({ name: 'Rivers & lakes' });
  category = term;
  post = await writer.posts.create({
    title: 'The copper lake',
    content: '<p>Brighter than the sky.</p>',
    status: 'publish',
    categories: [term.id],
  });
  page = await writer.pages.create({ title: 'About the walks', content: '<p>On foot.</p>', status: 'publish' });
  await writer.comments.create({ post: post.id, content: 'I was there.' });
});
afterAll(async () => {
  await browser?.close();
  await peer?.stop();
});

const starters = [
  { ...next, feed: '/feed/' },
  { ...astro, feed: '/feed.xml' },
  { ...typescript, feed: '/feed/' },
].filter(({ template }) => inject('starters')[template] !== undefined);

describe.each(starters)('the $template starter before WordPress, which has no platen/v1', ({ feed, ...commands }) => {
  let front: Running;
  let url: string;
  beforeAll(async () => {
    const project = await freshProject(commands.template);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    await setEnvironment(project, { CONTENT_URL: peer.facts.url, SITE_URL: url });
    front = await startFront(commands, project, port, { CONTENT_URL: peer.facts.url });
  });
  afterAll(() => front?.stop());
  const read = async (path: string): Promise<{ status: number; text: string; location: string | null }> => {
    const answer = await fetch(url + path, { redirect: 'manual' });
    return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
  };

  it('shows posts, pages, lists and comments, with a menu of the pages', async () => {
    const shown = await read(pathOf(post));
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('Brighter than the sky.');
    expect(shown.text).toContain('I was there.');
    expect(shown.text).toMatch(/<title>The copper lake/);
    const first = await read('/');
    expect(first.text).toContain('The copper lake');
    expect(first.text).toMatch(/<nav aria-label="Main">.*About the walks/s);
    expect((await read(pathOf(page))).text).toContain('On foot.');
    expect((await read(pathOf(category))).text).toContain('The copper lake');
  });

  it('finds texts, has a feed and a sitemap, and says what is not there', async () => {
    const found = (await read('/search/?q=copper')).text;
    expect(found).toContain('1 result');
    expect(found).toContain(`href="${pathOf(post)}"`);
    expect((await read(feed)).text).toContain(`<link>${url}${pathOf(post)}</link>`);
    expect((await read('/sitemap.xml')).text).toContain(`<loc>${url}${pathOf(page)}</loc>`);
    expect((await read('/nothing/here/')).status).toBe(404);
    const moved = await read(pathOf(post).replace(/^\/\d{4}/, '/1999'));
    expect([301, 308]).toContain(moved.status);
    expect(moved.location).toContain(pathOf(post));
  });

  it('says so when WordPress takes no comment from strangers', async () => {
    const tab = await browser.newPage();
    await tab.goto(url + pathOf(post));
    await tab.getByLabel('Name').fill('Ben');
    await tab.getByLabel('E-mail').fill('ben@example.org');
    await tab.getByLabel('Comment', { exact: true }).fill('Which boots?');
    await tab.getByRole('button', { name: 'Send' }).click();
    await tab.getByText(/logged in/).waitFor();
    await tab.close();
  });
});
