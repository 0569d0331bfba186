import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, type ClientSite, clientSite, type Item } from './client-site.ts';

const program = fileURLToPath(new URL('node_modules/@11ty/import/cli.js', import.meta.url));
const credentials = { WORDPRESS_USERNAME: account.username, WORDPRESS_PASSWORD: account.password };
const [published, drafts] = [40, 4];

interface Outcome {
  readonly status: number;
  readonly output: string;
}

/** Runs the importer in a folder, which also holds what it has fetched. */
function importInto(folder: string, origin: string, flags: readonly string[] = [], env: object = {}): Promise<Outcome> {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, 'wordpress', origin, ...flags], options, (_, out, err) =>
      resolve({ status: child.exitCode ?? -1, output: out + err }),
    );
  });
}

/** The imported posts by their paths, without the cache of the importer. */
async function postsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const all = await readdir(folder, { recursive: true });
  const own = all.filter((path) => path.endsWith('.md') && !path.startsWith('.cache')).sort();
  return new Map(
    await Promise.all(own.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const)),
  );
}

const folders: string[] = [];
async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-eleventy-'));
  folders.push(folder);
  return folder;
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe.each(['a', 'c'])('the importer of Eleventy, from variant %s', (variant) => {
  let site: ClientSite;
  let picture: Buffer;
  beforeAll(async () => {
    site = await clientSite({ PLATEN_VARIANT: variant });
    const create = { width: 120, height: 80, channels: 3, background: '#36c' } as const;
    picture = await sharp({ create }).jpeg().toBuffer();
    await fill(site, picture);
  });
  afterAll(() => site?.remove());

  it('writes every published post with its author, terms, text and pictures', async () => {
    const folder = await emptyFolder();
    const { status, output } = await importInto(folder, site.origin);
    expect(output).not.toContain('Error fetching');
    expect(status).toBe(0);
    const posts = await postsIn(folder);
    // One more is on every site of these tests.
    expect(posts.size).toBe(published + 1);
    for (let i = 0; i < published; i++) {
      const [path, text] = [...posts].find(([known]) => basename(known) === `post-number-${i}.md`) ?? ['', ''];
      for (const part of [
        `title: Post number ${i}\n`,
        `- name: writer-${i % 3}\n`,
        `categories:\n    - Subject ${i % 4}\n`,
        `tags:\n    - Word ${i % 5}\n`,
        `Text ${i} with _marks_.`,
        `\`\`\`\nif (a < ${i}) b();\n\`\`\``,
      ])
        expect(text, `post ${i}`).toContain(part);
      const asset = /!\[\]\((assets\/[^)]+)\)/.exec(text)?.[1] ?? '';
      expect(await readFile(join(folder, dirname(path), asset)), `post ${i}`).toEqual(picture);
    }
  });

  it('a second run adds what is new, and one with --overwrite writes the same again', async () => {
    const folder = await emptyFolder();
    await importInto(folder, site.origin, ['--cacheduration=0s']);
    const before = await postsIn(folder);
    const made = (await site.ask('/posts', { method: 'POST', body: { title: 'Later', status: 'publish' } })) as Item;
    expect((await importInto(folder, site.origin, ['--cacheduration=0s'])).output).toContain('Wrote 1 document ');
    await site.ask(`/posts/${made.id}?force=true`, { method: 'DELETE' });
    const again = await importInto(folder, site.origin, ['--cacheduration=0s', '--overwrite']);
    expect(again.output).toContain(`Wrote ${before.size} documents `);
    const after = await postsIn(folder);
    expect([...after].filter(([path]) => basename(path) !== 'later.md')).toEqual([...before]);
  });

  it('writes drafts too, with an account', async () => {
    const folder = await emptyFolder();
    const { status, output } = await importInto(folder, site.origin, [], credentials);
    expect(output).not.toContain('Error fetching');
    expect(status).toBe(0);
    const posts = await postsIn(folder);
    expect(posts.size).toBe(published + 1 + drafts);
    const unpublished = [...posts].filter(([path]) => path.startsWith('drafts/'));
    expect(unpublished.map(([, text]) => /title: (.+)/.exec(text)?.[1]).sort()).toEqual(
      Array.from({ length: drafts }, (_, i) => `Draft number ${i}`),
    );
  });

  it('writes nothing while the server is away, and everything the next time', async () => {
    const folder = await emptyFolder();
    await site.kill();
    const { status, output } = await importInto(folder, site.origin);
    expect(status).not.toBe(0);
    expect(output).toContain('fetch failed');
    expect((await postsIn(folder)).size).toBe(0);
    await site.start();
    expect((await importInto(folder, site.origin)).status).toBe(0);
    expect((await postsIn(folder)).size).toBe(published + 1);
  });

  it('is ended by a picture without an address, unless it leaves pictures where they are', async () => {
    const content = '<p>No picture: <img src="" alt=""></p>';
    const odd = (await site.ask('/posts', {
      method: 'POST',
      body: { title: 'Odd', status: 'publish', content },
    })) as Item;
    const folder = await emptyFolder();
    expect((await importInto(folder, site.origin)).status).not.toBe(0);
    expect((await postsIn(folder)).size).toBe(0);
    expect((await importInto(folder, site.origin, ['--assetrefs=disabled'])).status).toBe(0);
    expect((await postsIn(folder)).size).toBe(published + 2);
    await site.ask(`/posts/${odd.id}?force=true`, { method: 'DELETE' });
  });
});

/** Posts and drafts by three authors, in four categories, each with a tag, a picture and some code. */
async function fill(site: ClientSite, picture: Buffer): Promise<void> {
  const make = async (path: string, body: object) => (await site.ask(path, { method: 'POST', body })) as Item;
  const several = <T>(count: number, one: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => one(i)));
  const writers = await several(3, (i) =>
    make('/users', {
      username: `writer-${i}`,
      email: `writer-${i}@example.org`,
      password: `a long password ${i}`,
      roles: ['author'],
    }),
  );
  const categories = await several(4, (i) => make('/categories', { name: `Subject ${i}` }));
  const tags = await several(5, (i) => make('/tags', { name: `Word ${i}` }));
  const { id, source_url: src } = await upload(site, picture);
  const post = (i: number, title: string, status: string) =>
    make('/posts', {
      title,
      status,
      author: writers[i % 3]?.id,
      categories: [categories[i % 4]?.id],
      tags: [tags[i % 5]?.id],
      featured_media: id,
      content: `<p>Text ${i} with <em>marks</em>.</p>
<figure class="wp-block-image"><img src="${src}" alt="" class="wp-image-${id}"/></figure>
<pre class="wp-block-code"><code>if (a &lt; ${i}) b();</code></pre>`,
    });
  for (let i = 0; i < published; i++) await post(i, `Post number ${i}`, 'publish');
  for (let i = 0; i < drafts; i++) await post(i, `Draft number ${i}`, 'draft');
}

async function upload(site: ClientSite, picture: Buffer): Promise<{ id: number; source_url: string }> {
  const authorization = `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`;
  const headers = {
    authorization,
    'content-type': 'image/jpeg',
    'content-disposition': 'attachment; filename="a.jpg"',
  };
  const answer = await fetch(`${site.origin}/wp-json/wp/v2/media`, { method: 'POST', headers, body: picture });
  return (await answer.json()) as { id: number; source_url: string };
}
