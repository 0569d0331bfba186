import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineExtension } from '../../../src/extension.ts';
import { fileHashesTable } from '../../../src/media/file-hashes.ts';
import type { Role } from '../../support/platen.ts';
import { postRow } from '../../support/rows.ts';
import { countStatements, forgetRead } from '../../support/statements/count-statements.ts';
import { type MediaSite, mediaSite } from './media-client.ts';

const proposing = defineExtension({
  name: 'seer',
  hooks: {
    propose: { media: { altText: ({ item, url }) => (item.title === 'mute' ? undefined : `Seen: ${url.slice(-9)}`) } },
  },
});

/** A picture of one colour, which differs with the number. */
const plain = (n: number, width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: { r: n % 256, g: n >> 8, b: 9 } } })
    .png()
    .toBuffer();

describe.each(['a', 'c'] as const)('the media library, variant %s', (variant) => {
  let site: MediaSite;
  let next = 0;
  beforeAll(async () => {
    site = await mediaSite({ variant, extensions: [proposing] });
  });
  afterAll(() => site.close());

  const upload = async (who: Role = 'author', query = '', content?: Buffer) => {
    next += 1;
    const sent = content ?? (await plain(next));
    const answer = await site.upload(who, { name: `f${next}.png`, content: sent, type: 'image/png' }, query);
    expect(answer.status).toBe(201);
    return answer.body as { id: number; source_url: string };
  };
  const show = async (id: number, who: Role = 'author') => (await site.as(who).get(`/platen/v1/media/${id}`)).body;
  const listed = async (query: string, who: Role = 'editor'): Promise<number[]> => {
    const { status, body } = await site.as(who).get(`/platen/v1/media?${query}`);
    expect(status).toBe(200);
    return body.map(({ id }: { id: number }) => id);
  };
  const scanned = async (query: string): Promise<{ ids: number[]; next: number | null }> => {
    const { status, body } = await site.as('editor').get(`/platen/v1/media/scan?${query}`);
    expect(status).toBe(200);
    return { ids: body.items.map(({ id }: { id: number }) => id), next: body.next };
  };
  const folder = async (name: string, parent = 0): Promise<number> => {
    const { status, body } = await site.as('editor').post('/platen/v1/media/folders', { name, parent });
    expect(status).toBe(201);
    return body.id;
  };

  describe('details', () => {
    it('are set by those who may edit the file', async () => {
      const { id } = await upload();
      const into = await folder('Details');
      const body = { focal_point: { x: 0.25, y: 0.75 }, folder: into, tags: ['Sea', 'Sky'], decorative: true };
      const { status } = await site.as('author').post(`/platen/v1/media/${id}`, body);
      expect(status).toBe(200);
      const shown = await show(id);
      expect(shown).toMatchObject({ focal_point: { x: 0.25, y: 0.75 }, folder: into, decorative: true, width: 40 });
      expect(shown.tags.map(({ name }: { name: string }) => name)).toEqual(['Sea', 'Sky']);
      const stored = (await site.platen.store.meta.of('post', [id], ['_platen_focal_point'])).get(id);
      expect(stored?.map(({ value }) => value)).toEqual(['0.25 0.75']);
      await site.as('editor').post(`/platen/v1/media/${id}`, { focal_point: null, folder: 0, tags: [] });
      expect(await show(id)).toMatchObject({ focal_point: null, folder: 0, tags: [] });
    });

    it.each([
      ['a point outside', { focal_point: { x: 1.2, y: 0 } }],
      ['half a point', { focal_point: { x: 0.2 } }],
      ['a point of texts', { focal_point: { x: '0.2', y: 'left' } }],
      ['no folder', { folder: 999_999 }],
      ['a tag without a name', { tags: ['  '] }],
      ['too many tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }],
    ])('refuse %s and change nothing', async (_, body) => {
      const { id } = await upload();
      const before = await show(id);
      expect((await site.as('author').post(`/platen/v1/media/${id}`, { decorative: true, ...body })).status).toBe(400);
      expect(await show(id)).toEqual(before);
    });

    it('are closed to others', async () => {
      const { id } = await upload('editor');
      const set = (who: Role) => site.as(who).post(`/platen/v1/media/${id}`, { decorative: true });
      expect((await set('author')).status).toBe(403);
      expect((await set('anonymous')).status).toBe(401);
      expect((await site.as('contributor').get('/platen/v1/media')).status).toBe(403);
      expect((await site.as('anonymous').get(`/platen/v1/media/${id}`)).status).toBe(401);
      expect((await show(id)).may_edit).toBe(false);
      expect(await listed('context=edit', 'author')).not.toContain(id);
      expect(await listed('', 'author')).toContain(id);
    });
  });

  describe('folders', () => {
    it('hold files, those below them too where that is asked for', async () => {
      const [top, other] = [await folder('Top'), await folder('Other')];
      const sub = await folder('Sub', top);
      const [one, two, three] = [await upload(), await upload(), await upload()];
      const move = (ids: number[], to: number, who: Role = 'editor') =>
        site.as(who).post('/platen/v1/media/bulk', { ids, folder: to });
      expect((await move([one.id], top, 'author')).body).toEqual({ changed: 1 });
      await move([two.id], sub);
      expect(await listed(`folder=${top}`)).toEqual([one.id]);
      expect(new Set(await listed(`folder=${top}&below=true`))).toEqual(new Set([one.id, two.id]));
      const outside = await listed('folder=0&per_page=100');
      expect(outside).toContain(three.id);
      expect(outside).not.toContain(one.id);
      await move([one.id], other);
      expect(await listed(`folder=${top}`)).toEqual([]);
      // What is in a removed folder is in the one above it.
      expect((await site.as('editor').delete(`/platen/v1/media/folders/${sub}`)).status).toBe(200);
      expect(await listed(`folder=${top}`)).toEqual([two.id]);
      expect((await site.as('editor').delete(`/platen/v1/media/folders/${top}`)).status).toBe(200);
      expect(await listed('folder=0&per_page=100')).toContain(two.id);
    });

    it('are made, renamed and moved by editors', async () => {
      const top = await folder('Trips');
      const sub = await folder('Year', top);
      const { body } = await site.as('editor').post(`/platen/v1/media/folders/${sub}`, { name: '2026' });
      expect(body).toEqual({ id: sub, name: '2026', parent: top });
      expect((await site.as('editor').post(`/platen/v1/media/folders/${sub}`, { parent: 0 })).body.parent).toBe(0);
      for (const who of ['author', 'contributor', 'anonymous'] as const) {
        const expected = who === 'anonymous' ? 401 : 403;
        expect((await site.as(who).post('/platen/v1/media/folders', { name: 'Mine' })).status).toBe(expected);
        expect((await site.as(who).delete(`/platen/v1/media/folders/${sub}`)).status).toBe(expected);
      }
    });

    it('are refused below themselves, without a name, or twice', async () => {
      const top = await folder('Loop');
      const sub = await folder('Inner', top);
      const change = (id: number, body: object) => site.as('editor').post(`/platen/v1/media/folders/${id}`, body);
      expect((await change(top, { parent: sub })).body.code).toBe('platen_folder_below_itself');
      expect((await change(top, { parent: top })).body.code).toBe('platen_folder_below_itself');
      expect((await change(top, { parent: 999_999 })).body.code).toBe('platen_no_such_folder');
      expect((await change(top, { name: ' ' })).status).toBe(400);
      expect((await change(999_999, { name: 'x' })).status).toBe(404);
      expect((await site.as('editor').post('/platen/v1/media/folders', { name: 'Loop' })).status).toBe(409);
    });

    it('are no part of wp/v2', async () => {
      const { id } = await upload();
      await site.as('author').post(`/platen/v1/media/${id}`, { tags: ['Quiet'] });
      const { body } = await site.as('author').get(`/wp/v2/media/${id}?context=edit`);
      expect(Object.keys(body)).not.toContain('media_tag');
      expect(Object.keys((await site.as('editor').get('/wp/v2/taxonomies?context=edit')).body)).not.toContain(
        'media_tag',
      );
      expect((await site.as('editor').get('/wp/v2/media_folder')).status).toBe(404);
    });
  });

  describe('lists', () => {
    it('are searched by name, texts and alternative text', async () => {
      const { id } = await upload('author', '?title=Zeppelin&alt_text=Over+Friedrichshafen&caption=Unerhoert');
      for (const word of ['zeppelin', 'friedrichshafen', 'unerhoert', `f${next}.png`])
        expect(await listed(`search=${word}`)).toEqual([id]);
      expect(await listed('search=zeppelin+friedrichshafen')).toEqual([id]);
      expect(await listed('search=zeppelin+nowhere')).toEqual([]);
    });

    it('are narrowed by kind, tag, author and date', async () => {
      const { id } = await upload('author', '?date=2001-02-03T04:05:06');
      await site.as('author').post(`/platen/v1/media/${id}`, { tags: [`only ${variant}`] });
      const [{ id: tag }] = (await site.as('author').get('/platen/v1/media/tags?search=only')).body;
      expect(await listed(`tag=${tag}`)).toEqual([id]);
      expect(await listed('before=2002-01-01T00:00:00')).toEqual([id]);
      expect(await listed(`tag=${tag}&media_type=document`)).toEqual([]);
      expect(await listed(`tag=${tag}&author=${site.users.editor}`)).toEqual([]);
    });

    it.each(['media_type=x', 'folder=-1', 'per_page=101', 'after=yesterday', `search=${'x'.repeat(201)}`])(
      'refuse %s',
      async (query) => {
        expect((await site.as('editor').get(`/platen/v1/media?${query}`)).status).toBe(400);
      },
    );

    it('show private files to those alone who may read them', async () => {
      const { id } = await upload('editor');
      await site.as('editor').post(`/wp/v2/media/${id}`, { status: 'private' });
      expect(await listed('per_page=100', 'editor')).toContain(id);
      expect(await listed('per_page=100', 'author')).not.toContain(id);
      expect((await site.as('author').get(`/platen/v1/media/${id}`)).status).toBe(403);
    });
  });

  describe('what no index knows', () => {
    it('are pictures without alternative text that are no decoration', async () => {
      const [bare, told, decor] = [await upload(), await upload('author', '?alt_text=Told'), await upload()];
      await site.as('author').post(`/platen/v1/media/${decor.id}`, { decorative: true });
      const { ids } = await scanned('lacks=alt_text&per_page=100');
      expect(ids).toContain(bare.id);
      expect(ids).not.toContain(told.id);
      expect(ids).not.toContain(decor.id);
    });

    it('are files that nothing uses', async () => {
      const [idle, named, shown, featured] = [await upload(), await upload(), await upload(), await upload()];
      const write = (fields: object) =>
        site.as('editor').post('/wp/v2/posts', { title: 'Uses', status: 'draft', ...fields });
      await write({ content: `<img src="${named.source_url}" alt="">` });
      await write({ content: `<img class="wp-image-${shown.id}" src="/x.png" alt="">` });
      await write({ featured_media: featured.id });
      const { ids } = await scanned('lacks=use');
      expect(ids).toContain(idle.id);
      for (const { id } of [named, shown, featured]) expect(ids).not.toContain(id);
    });

    it('go on where the page before ended', async () => {
      for (let n = 0; n < 3; n += 1) await upload();
      const whole = (await scanned('lacks=alt_text&per_page=100')).ids;
      const found: number[] = [];
      for (let below = ''; ; ) {
        const page = await scanned(`lacks=alt_text&per_page=2${below}`);
        found.push(...page.ids);
        if (page.next === null) break;
        below = `&below_id=${page.next}`;
      }
      expect(found).toEqual(whole);
    });

    it('is how wide pictures are', async () => {
      const { id } = await upload('author', '', await plain(7, 90, 10));
      expect((await scanned('min_width=90')).ids).toEqual([id]);
      expect((await scanned('min_width=90&max_width=80')).ids).toEqual([]);
    });
  });

  describe('the same file again', () => {
    it('is found by its digest, by those who may see it', async () => {
      const content = await plain(4_242, 33, 7);
      const hash = createHash('sha256').update(content).digest('hex');
      const ask = async (who: Role) => (await site.as(who).get(`/platen/v1/media/by-hash?hash=${hash}`)).body;
      expect(await ask('author')).toEqual([]);
      const { id } = await upload('editor', '', content);
      expect((await ask('author')).map((one: { id: number }) => one.id)).toEqual([id]);
      await site.as('editor').post(`/wp/v2/media/${id}`, { status: 'private' });
      expect(await ask('author')).toEqual([]);
      expect(await ask('editor')).toHaveLength(1);
      await site.as('editor').delete(`/wp/v2/media/${id}?force=true`);
      expect(await ask('editor')).toEqual([]);
      expect(await site.platen.store.table(fileHashesTable).find({ fileId: id })).toEqual([]);
      expect((await site.as('editor').get('/platen/v1/media/by-hash?hash=abc')).status).toBe(400);
      expect((await site.as('anonymous').get(`/platen/v1/media/by-hash?hash=${hash}`)).status).toBe(401);
    });
  });

  describe('several files', () => {
    it('are changed all or not at all', async () => {
      const [own, others] = [await upload('author'), await upload('editor')];
      const bulk = (body: object, who: Role = 'author') => site.as(who).post('/platen/v1/media/bulk', body);
      expect((await bulk({ ids: [own.id, others.id], add_tags: ['Both'] })).status).toBe(403);
      expect((await show(own.id)).tags).toEqual([]);
      expect((await bulk({ ids: [own.id, 999_999], add_tags: ['Both'] })).status).toBe(404);
      expect((await bulk({ ids: [], folder: 0 })).status).toBe(400);
      expect((await bulk({ ids: Array.from({ length: 101 }, (_, n) => n + 1) })).status).toBe(400);
      expect((await bulk({ ids: [own.id, others.id], add_tags: ['Both', 'both'] }, 'editor')).status).toBe(200);
      const { tags } = await show(others.id);
      expect(tags.map(({ name }: { name: string }) => name)).toEqual(['Both']);
      await bulk({ ids: [others.id], remove_tags: [tags[0].id] }, 'editor');
      expect((await show(others.id)).tags).toEqual([]);
      expect((await show(own.id)).tags).toHaveLength(1);
    });

    it('get their alternative texts together', async () => {
      const [one, two] = [await upload(), await upload('author', '?alt_text=Old')];
      const items = [
        { id: one.id, alt_text: 'A <b>boat</b>' },
        { id: two.id, decorative: true },
      ];
      expect((await site.as('author').post('/platen/v1/media/alt-texts', { items })).body).toEqual({ changed: 2 });
      expect(await show(one.id)).toMatchObject({ alt_text: 'A boat', decorative: false });
      expect(await show(two.id)).toMatchObject({ alt_text: '', decorative: true });
      const foreign = await upload('editor');
      const mixed = [
        { id: one.id, alt_text: 'New' },
        { id: foreign.id, alt_text: 'New' },
      ];
      expect((await site.as('author').post('/platen/v1/media/alt-texts', { items: mixed })).status).toBe(403);
      expect((await show(one.id)).alt_text).toBe('A boat');
      for (const bad of [[{ alt_text: 'x' }], [{ id: one.id, alt_text: 3 }], [{ id: one.id, alt: 'x' }], []])
        expect((await site.as('author').post('/platen/v1/media/alt-texts', { items: bad })).status).toBe(400);
    });

    it('show where they are used', async () => {
      const [used, idle] = [await upload('editor'), await upload('editor')];
      await site.as('editor').post('/wp/v2/posts', { title: 'Shows it', featured_media: used.id });
      const { body } = await site.as('editor').get(`/platen/v1/media/uses?ids=${used.id},${idle.id}`);
      expect(body[used.id].uses).toMatchObject([{ title: 'Shows it', as: ['featured'] }]);
      expect(body[idle.id].uses).toEqual([]);
      expect((await site.as('author').get(`/platen/v1/media/uses?ids=${used.id}`)).status).toBe(403);
    });
  });

  it('shows what extensions propose as alternative text', async () => {
    const { id, source_url } = await upload('author', '?title=Loud');
    const ask = async (one: number) => (await site.as('author').get(`/platen/v1/media/${one}/alt-text-proposals`)).body;
    const proposals = [{ alt_text: `Seen: ${source_url.slice(-9)}`, from: 'seer' }];
    expect(await ask(id)).toEqual({ proposals, asked: 1 });
    expect((await show(id)).alt_text).toBe('');
    expect(await ask((await upload('author', '?title=mute')).id)).toEqual({ proposals: [], asked: 1 });
  });

  it('costs as many statements for many files as for few', async () => {
    const { store } = site.platen;
    const filler = (n: number) =>
      postRow({ type: 'attachment', status: 'inherit', mimeType: 'image/png', slug: `many-${n}`, title: `Many ${n}` });
    await store.transaction(async (inner) => {
      for (let n = 0; n < 300; n += 1) await inner.posts.insert(filler(n));
    });
    const cost = async (path: string): Promise<number> => {
      await site.as('editor').get(path);
      await forgetRead(site);
      return countStatements(store, async () => expect((await site.as('editor').get(path)).status).toBe(200));
    };
    for (const query of ['', 'search=many&', 'folder=0&', 'media_type=image&'])
      expect(await cost(`/platen/v1/media?${query}per_page=80`), query).toBe(
        await cost(`/platen/v1/media?${query}per_page=4`),
      );
    expect(await cost('/platen/v1/media/scan?min_width=90000')).toBeLessThanOrEqual(14);
    // For each of at most 24 files, texts are searched.
    expect(await cost('/platen/v1/media/scan?lacks=use')).toBeLessThanOrEqual(12 + 24 * 7);
  });
});

it('shows folders and tags in wp/v2 where the site says so', async () => {
  const site = await mediaSite({ variant: 'c', mediaFoldersApi: true });
  try {
    const { body: made } = await site.as('editor').post('/wp/v2/media_folder', { name: 'Shown' });
    const { body: file } = await site.upload('editor', { name: 'a.png', content: await plain(1), type: 'image/png' });
    await site.as('editor').post(`/platen/v1/media/${file.id}`, { folder: made.id });
    expect((await site.as('editor').get(`/wp/v2/media/${file.id}`)).body.media_folder).toEqual([made.id]);
    expect((await site.as('editor').get(`/wp/v2/media?media_folder=${made.id}`)).body).toHaveLength(1);
  } finally {
    await site.close();
  }
});
