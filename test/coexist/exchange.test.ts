import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { exchangeCommands } from '../../src/cli/export.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { readWxr } from '../../src/transfer/wxr/read-wxr.ts';
import type { WxrItem, WxrPart } from '../../src/transfer/wxr/wxr-parts.ts';
import { clientAt } from './support/client.ts';
import { inWordpress } from './support/php.ts';
import { smallJpeg } from './support/pictures.ts';
import type { WordpressFacts } from './support/wordpress-facts.ts';

const importer = fileURLToPath(new URL('support/import-wxr.php', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coexist-exchange-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function exportOf(facts: WordpressFacts, name: string): Promise<string> {
  const file = join(folder, name);
  const text = inWordpress(
    facts,
    "require_once ABSPATH . 'wp-admin/includes/export.php'; ob_start(); @export_wp(['content' => 'all']); $out = ob_get_clean();",
  );
  await writeFile(file, String(text));
  return file;
}

async function partsOf(file: string): Promise<WxrPart[]> {
  const parts: WxrPart[] = [];
  for await (const part of readWxr(createReadStream(file))) parts.push(part);
  return parts;
}

/** What must be the same wherever the content goes: everything but ids, addresses of this machine and caches. */
function gist(parts: readonly WxrPart[]) {
  const items = parts.flatMap((part) => (part.kind === 'item' ? [part.item] : []));
  const slugOf = new Map(items.map((item) => [item.id, item.slug || item.title]));
  const authors = parts.flatMap((part) => (part.kind === 'author' ? [part.author] : []));
  const terms = parts.flatMap((part) => (part.kind === 'term' ? [part.term] : []));
  return {
    // Our files say more of authors and of the types of files than those of WordPress.
    authors: authors
      .map(({ id: _id, meta: _meta, registered: _registered, slug: _slug, ...author }) => author)
      .toSorted(by((one) => one.login)),
    terms: [...new Map(terms.map(({ id: _id, ...term }) => [`${term.taxonomy} ${term.slug}`, term])).values()].toSorted(
      by((one) => one.taxonomy + one.slug),
    ),
    items: items
      // What lies in the trash gets another name on its way into WordPress.
      .filter((item) => ['post', 'page', 'attachment'].includes(item.type) && item.status !== 'trash')
      .map((item) => itemGist(item, slugOf))
      .toSorted(by((one) => one.type + one.slug + one.title)),
  };
}

function itemGist(item: WxrItem, slugOf: ReadonlyMap<number, string>) {
  const {
    id: _id,
    link: _link,
    attachmentUrl: _url,
    modified: _modified,
    modifiedGmt: _gmt,
    mimeType: _type,
    parentId,
    ...rest
  } = item;
  const author = new Map(item.comments.map((comment) => [comment.id, comment.content]));
  return {
    ...rest,
    parent: slugOf.get(parentId) ?? null,
    terms: item.terms.toSorted(by((term) => term.taxonomy + term.slug)),
    meta: item.meta
      .filter(({ key }) => !/^_(?:pingme|encloseme|edit_lock|wp_old_slug)$/.test(key))
      .map(({ key, value }) => ({ key, value: key === '_thumbnail_id' ? slugOf.get(Number(value)) : value }))
      .toSorted(by(({ key, value }) => `${key} ${value}`)),
    comments: item.comments
      .map(({ id: _old, userId: _user, parentId: above, ...comment }) => ({
        ...comment,
        above: author.get(above) ?? null,
      }))
      .toSorted(by((comment) => comment.content)),
  };
}

const by =
  <T>(key: (one: T) => string) =>
  (a: T, b: T) =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;

async function platen(env: Record<string, string>, ...argv: string[]): Promise<void> {
  expect(await runCommand(argv, exchangeCommands, { PLATEN_ADMIN_PASSWORD: 'pw', ...env })).toBe(0);
}

async function fill(facts: WordpressFacts): Promise<void> {
  const { login, application } = facts.passwords.administrator;
  const client = clientAt(facts.api, login, application);
  const make = async (base: string, body: object) => {
    const answer = await client.post(`/wp/v2/${base}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id as number;
  };
  const top = await make('categories', { name: 'Travel & tea', description: 'both' });
  const below = await make('categories', { name: 'Oolong', parent: top });
  const tag = await make('tags', { name: 'Ünïcode 😀' });
  const photo = await client.upload('travels.jpg', 'image/jpeg', await smallJpeg());
  await client.post(`/wp/v2/media/${photo.body.id}`, { alt_text: 'a hill', caption: 'green' });
  const author = facts.passwords.author.id;
  const post = await make('posts', {
    title: 'Tea ]]> & more',
    content: 'Lines\n\nwith <b>marks</b>, ]]> ends and \\ slashes.',
    excerpt: 'short',
    status: 'publish',
    sticky: true,
    author,
    categories: [below],
    tags: [tag],
    featured_media: photo.body.id,
  });
  const first = await make('comments', { post, content: 'Well <em>said</em>.' });
  await make('comments', { post, content: 'Thank you.', parent: first });
  await make('posts', { title: 'Shut', content: 'in', status: 'publish', password: 'sesame' });
  await make('posts', { title: 'Unfinished', content: 'dr', status: 'draft' });
  await make('posts', { title: 'Later', content: 'fu', status: 'future', date: '2045-01-01T00:00:00' });
  const parent = await make('pages', { title: 'About', content: 'us', status: 'publish' });
  await make('pages', { title: 'Team', content: 'we', status: 'publish', parent, menu_order: 3 });
}

describe('a site goes from WordPress to Platen and to another WordPress', () => {
  it('and is the same there', async () => {
    const from = inject('wordpress');
    const to = inject('emptyWordpress');
    await fill(from);
    const before = await exportOf(from, 'before.xml');
    const env = { PLATEN_DATA_DIR: join(folder, 'data') };
    await platen(env, 'import', before, '--uploads', from.uploads);
    expect(
      (await readdir(join(folder, 'data/uploads'), { recursive: true })).filter((name) => name.includes('travels')),
    ).not.toEqual([]);
    const between = join(folder, 'between.xml');
    await platen(env, 'export', between);
    expect(gist(await partsOf(between))).toEqual(gist(await partsOf(before)));

    inWordpress(to, `$file = '${between}'; require '${importer}';`);
    const after = await exportOf(to, 'after.xml');
    expect(gist(await partsOf(after))).toEqual(gist(await partsOf(before)));
  });
});
