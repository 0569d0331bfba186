import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askOutside, type ForeignQuestion } from '../../../src/extensions/oembed/foreign/foreign-embeds.ts';
import { createKeptEmbeds } from '../../../src/extensions/oembed/foreign/stored-embeds.ts';
import { createTestNetwork } from '../../../src/testing/test-doubles.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements } from '../../support/statements/count-statements.ts';

const network = createTestNetwork();
let nowMs = Date.parse('2026-03-01T00:00:00Z');
let site: TestPlaten;
let other: TestPlaten['platen'];
let origin: string;
beforeAll(async () => {
  site = await testPlaten({ clock: () => nowMs, leads: true }, { fetch: network.fetch });
  origin = await site.platen.listen();
  const second = { ...site.platen.config, port: 0, leads: false, log: site.platen.log, clock: () => nowMs };
  other = await (await import('../../../src/index.ts')).createPlaten(second, { fetch: network.fetch });
});
afterAll(async () => {
  await other?.close();
  await site?.close();
});
beforeEach(() => network.clear());

const embed = (url: string) =>
  `<!-- wp:embed ${JSON.stringify({ url })} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${url}\n</div></figure>\n<!-- /wp:embed -->`;

let made = 0;
async function write(fields: Record<string, unknown>, role: 'editor' | 'author' = 'editor') {
  const body = { title: `Post ${++made}`, status: 'publish', ...fields };
  const answer = await site.as(role).post('/wp/v2/posts', body);
  expect(answer.status).toBe(201);
  return answer.body as { id: number; link: string; content: { rendered: string } };
}
const rendered = async (id: number, who: 'anonymous' | 'editor' = 'anonymous'): Promise<string> =>
  (await site.as(who).get(`/wp/v2/posts/${id}`)).body.content.rendered;
/** The text with what a provider answered; a reader waits for that for a few seconds only. */
const embedded = async (id: number, part: string): Promise<string> => {
  await expect.poll(() => rendered(id)).toContain(part);
  return rendered(id);
};

const video = (title: string) => ({
  body: JSON.stringify({
    type: 'video',
    title,
    html: '<iframe src="https://www.youtube.com/embed/x" width="200" height="113"></iframe><script>alert(1)</script>',
  }),
});
const provider = 'https://www.youtube.com/oembed';
const address = (name: string) => `https://www.youtube.com/watch?v=${name}`;

/** A post as it is stored, without an answer that shows it. */
const stored = async (content: string): Promise<number> => {
  const row = await site.platen.store.posts.byId((await write({ content: 'x' })).id);
  await site.platen.store.posts.update(row!.id, { content });
  return row!.id;
};

describe('an address of this site', () => {
  it('shows its post as the provider of the site describes it', async () => {
    const fish = await write({ title: 'Fish & "chips"', content: 'x' });
    const { id } = await write({ content: embed(fish.link) });
    const described = await site.as('anonymous').get(`/oembed/1.0/embed?url=${encodeURIComponent(fish.link)}`);
    const squeezed = (html: string) => html.replace(/ (?:loading|decoding)="\w+"/g, '');
    expect(squeezed(await rendered(id))).toContain(
      `<div class="wp-block-embed__wrapper">\n${described.body.html}\n</div>`,
    );
    expect(network.calls).toEqual([]);
  });

  it('is known by its number and without its last slash, and alone in a paragraph', async () => {
    const fish = await write({ title: 'Sardine', content: 'x' });
    for (const url of [`http://site.test/?p=${fish.id}`, fish.link.replace(/\/$/, ''), `${fish.link}#part`]) {
      const { content } = await write({ content: `<!-- wp:paragraph --><p>${url}</p><!-- /wp:paragraph -->` });
      expect(content.rendered, url).toContain('>Sardine</a></blockquote>');
    }
  });

  it('stays a link where not every visitor may see the post, whoever reads', async () => {
    for (const status of ['private', 'draft']) {
      const secret = await write({ title: 'Secret plan', status, content: 'x', slug: `secret-${status}` });
      const { id } = await write({ content: embed(`http://site.test/?p=${secret.id}`) });
      expect(await rendered(id, 'editor')).not.toContain('Secret plan');
    }
  });

  it('shows nothing of a text behind a password but its title', async () => {
    const locked = await write({ title: 'Locked', content: 'hidden words', password: 'x' });
    const { id } = await write({ content: embed(locked.link) });
    expect(await rendered(id)).toContain('Protected: Locked');
    expect(await rendered(id)).not.toContain('hidden words');
  });

  it('does not run in circles', async () => {
    const one = await write({ title: 'One', content: 'x' });
    const two = await write({ title: 'Two', content: embed(one.link) });
    await site.as('editor').put(`/wp/v2/posts/${one.id}`, { content: embed(two.link) });
    expect(await rendered(one.id)).toContain('>Two</a>');
    expect(await rendered(two.id)).toContain('>One</a>');
  });

  it('follows its post', async () => {
    const fish = await write({ title: 'Plaice', content: 'x' });
    const { id } = await write({ content: embed(fish.link) });
    const ask = async () => (await fetch(`${origin}/wp-json/wp/v2/posts/${id}`)).text();
    expect(await ask()).toContain('Plaice');
    expect(await ask()).toContain('Plaice');
    await site.as('editor').put(`/wp/v2/posts/${fish.id}`, { title: 'Turbot' });
    expect(await ask()).toContain('Turbot');
  });

  it('takes nothing in a title for a block or a shortcode', async () => {
    const odd = await write({ title: '[gallery] <!-- wp:archives /-->', content: 'x' });
    const { id } = await write({ content: embed(`http://site.test/?p=${odd.id}`) });
    const html = await rendered(id);
    expect(html).toContain('&#091;gallery]');
    expect(html).not.toContain('wp-block-archives');
  });

  it('stays text in a text without blocks', async () => {
    const fish = await write({ title: 'Herring', content: 'x' });
    const { content } = await write({ content: fish.link });
    expect(content.rendered).toBe(`<p>${fish.link}</p>\n`);
  });

  it('costs the same for any number of addresses', async () => {
    const links = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => (await write({ content: 'x' })).link));
    const cost = async (some: readonly string[]): Promise<number> => {
      const id = await stored(some.map(embed).join('\n'));
      await rendered(id);
      return countStatements(site.platen.store, async () => {
        expect((await rendered(id)).match(/<iframe /g)).toHaveLength(some.length);
      });
    };
    expect(await cost(links)).toBe(await cost(links.slice(0, 2)));
  });
});

describe('an address of another site', () => {
  it('shows what its provider says, made safe, and its provider is asked once', async () => {
    network.answer(provider, video('A film'));
    const id = await stored(embed(address('once')));
    const html = await embedded(id, 'src="https://www.youtube.com/embed/x"');
    expect(html).toContain('sandbox="allow-scripts allow-popups"');
    expect(html).not.toContain('<script');
    for (let n = 0; n < 3; n++) expect(await rendered(id)).toBe(html);
    const there = await other.fetch(`/wp-json/wp/v2/posts/${id}`);
    expect(((await there.json()) as { content: { rendered: string } }).content.rendered).toBe(html);
    expect(network.calls.map(({ url }) => new URL(url).searchParams.get('url'))).toEqual([address('once')]);
  });

  it('is in the first text that shows it, where its provider answers soon', async () => {
    network.answer(provider, video('First'));
    const { store, log } = site.platen;
    const ask = (question: ForeignQuestion) => askOutside(network.fetch, question);
    const embeds = createKeptEmbeds({ store, log, clock: () => nowMs, ask, waitMs: 600_000 });
    const found = await embeds.embed([address('first')], { store, isRead: true });
    expect(found.get(address('first'))).toContain('title="First"');
  });

  it('is asked for when it is written, so that readers find it', async () => {
    network.answer(provider, video('Early'));
    const { id } = await write({ content: embed(address('early')) });
    await expect.poll(() => network.calls.length).toBe(1);
    await expect.poll(() => rendered(id)).toContain('title="Early"');
    expect(network.calls).toHaveLength(1);
  });

  it('is asked for once, however many ask at a time, in however many processes', async () => {
    let answered = 0;
    network.answer(provider, async () => {
      answered++;
      await new Promise((done) => setTimeout(done, 50));
      return video('Many');
    });
    const id = await stored(embed(address('many')));
    await Promise.all([
      ...Array.from({ length: 5 }, () => rendered(id)),
      ...Array.from({ length: 5 }, () => other.fetch(`/wp-json/wp/v2/posts/${id}`)),
    ]);
    await embedded(id, 'title="Many"');
    expect(answered).toBe(1);
  });

  it('stays a link where its provider fails, and is tried again later, by nobody who waits', async () => {
    const id = await stored(embed(address('fails')));
    const link = `\n${address('fails').replace('&', '&#038;')}\n`;
    expect(await rendered(id)).toContain(link);
    await expect.poll(() => network.calls.length).toBe(1);
    network.answer(provider, video('At last'));
    expect(await rendered(id)).toContain(link);
    expect(network.calls).toHaveLength(1);
    nowMs += 24 * 3_600_000;
    await rendered(id);
    expect(network.calls).toHaveLength(1);
    await site.platen.runDue();
    expect(await rendered(id)).toContain('title="At last"');
    expect(network.calls).toHaveLength(2);
  });

  it('keeps its last answer while its provider is away', async () => {
    network.answer(provider, video('Kept'));
    const id = await stored(embed(address('kept')));
    await embedded(id, 'title="Kept"');
    network.clear();
    nowMs += 10 * 24 * 3_600_000;
    await site.platen.runDue();
    expect(network.calls.length).toBeGreaterThan(0);
    expect(await rendered(id)).toContain('title="Kept"');
  });

  it('does not keep a reader waiting', async () => {
    const release = Promise.withResolvers<void>();
    network.answer(provider, async () => {
      await release.promise;
      return video('Slow');
    });
    const id = await stored(embed(address('slow')));
    expect(await rendered(id)).toContain(`\n${address('slow')}\n`);
    release.resolve();
    await expect.poll(() => rendered(id)).toContain('title="Slow"');
    expect(network.calls).toHaveLength(1);
  });

  it('is made again in a cached answer when its provider has answered', async () => {
    const release = Promise.withResolvers<void>();
    network.answer(provider, async () => {
      await release.promise;
      return video('Fresh');
    });
    const id = await stored(embed(address('cached')));
    const ask = async () => (await fetch(`${origin}/wp-json/wp/v2/posts/${id}`)).text();
    expect(await ask()).not.toContain('Fresh');
    release.resolve();
    await expect.poll(ask).toContain('Fresh');
  });

  it.each([
    'https://unknown.example/post',
    'http://127.0.0.1:8080/wp-json/',
    'https://www.youtube.com.evil.example/watch?v=1',
    'https://evil.example/https://www.youtube.com/watch?v=1',
    'ftp://www.youtube.com/watch?v=1',
  ])('%s is of no known provider: nothing is fetched for it', async (url) => {
    network.answer('http', video('Never'));
    const id = await stored(embed(url));
    expect(await rendered(id)).toContain(`\n${url}\n`);
    expect(network.calls).toEqual([]);
  });

  it('fetches nothing for a text without blocks', async () => {
    network.answer('http', video('Never'));
    const { content } = await write({ content: address('plain') });
    expect(content.rendered).toBe(`<p>${address('plain')}</p>\n`);
    expect(network.calls).toEqual([]);
  });

  it('fetches for a few addresses of a text only', async () => {
    network.answer(provider, video('Some'));
    const id = await stored(Array.from({ length: 60 }, (_, n) => embed(address(`few-${n}`))).join('\n'));
    const html = await rendered(id);
    expect(network.calls.length).toBeLessThanOrEqual(10);
    expect(html.match(/<iframe /g)?.length).toBeLessThanOrEqual(10);
  });

  it('shows pictures and links of providers as such', async () => {
    const flickr = 'https://www.flickr.com/photos/a/1';
    network.answer('https://www.flickr.com/services/oembed/', {
      body: JSON.stringify({ type: 'photo', url: 'https://live.example/1.jpg', width: 10, height: 5, title: '"><b>' }),
    });
    const html = await embedded(await stored(embed(flickr)), 'https://live.example/1.jpg');
    expect(html).toMatch(
      /<a href="https:\/\/www\.flickr\.com\/photos\/a\/1"[^>]*><img [^>]*src="https:\/\/live\.example\/1\.jpg"/,
    );
    expect(html).not.toContain('<b>');
  });
});
