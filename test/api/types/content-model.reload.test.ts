import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { anyone, defineExtension, postField, reply, route, s } from '../../../src/extension.ts';
import { createPlaten, type Platen, type PlatenOptions } from '../../../src/index.ts';
import { contentModelOption } from '../../../src/wp/content-model/stored-model.ts';
import { clientFor, type TestPlaten, testPlaten } from '../../support/platen.ts';

const path = '/platen/v1/content-model';
const patience = { timeout: 300_000, interval: 50 };

interface LogLine {
  readonly msg: string;
  readonly why?: string;
}

describe('a server whose types are changed', () => {
  let site: TestPlaten;
  let dataDir: string;
  const others: Platen[] = [];
  const lines: LogLine[] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'platen-reload-'));
    site = await testPlaten({ sampleContent: true });
  });
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close();
    lines.length = 0;
    await declare({});
  });
  afterAll(async () => {
    await site?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Another server of the same site. */
  const another = async (options: PlatenOptions = {}): Promise<Platen> => {
    const { databaseUrl, siteUrl } = site.platen.config;
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const made = await createPlaten({
      databaseUrl,
      siteUrl,
      dataDir,
      port: 0,
      throttle: false,
      leads: false,
      log,
      ...options,
    });
    others.push(made);
    return made;
  };
  const declare = async (declarations: object, platen = site.platen) => {
    const admin = clientFor(platen, 'admin:pw-administrator');
    const { version } = (await admin.get(path)).body;
    return admin.put(path, { version, declarations, accept_loss: true });
  };
  const jsonOf = async (platen: Platen, url: string): Promise<Record<string, unknown>> =>
    Object(await (await platen.fetch(url)).json());
  const statusOf = async (platen: Platen, url: string): Promise<number> => (await platen.fetch(url)).status;
  const failures = async (platen: Platen): Promise<number> => {
    const text = await (await platen.fetch('/metrics')).text();
    return Number(/platen_job_failures_total\{job="content model"\} (\d+)/.exec(text)?.[1]);
  };

  it('is followed by others of the same database, whose cached answers are forgotten', async () => {
    const other = await another();
    const index = async () => Object.keys(Object((await jsonOf(other, '/wp-json/'))['routes']));
    expect(await index()).not.toContain('/wp/v2/boats');
    expect((await other.fetch('/wp-json/')).headers.get('x-cache')).toBe('hit');
    expect(await statusOf(other, '/wp-json/wp/v2/boats')).toBe(404);
    expect((await declare({ postTypes: [{ name: 'boat', restBase: 'boats' }] })).status).toBe(200);
    await vi.waitFor(async () => expect(await statusOf(other, '/wp-json/wp/v2/boats')).toBe(200), patience);
    expect(await index()).toContain('/wp/v2/boats');
    await declare({});
    await vi.waitFor(async () => expect(await statusOf(other, '/wp-json/wp/v2/boats')).toBe(404), patience);
    expect(await index()).not.toContain('/wp/v2/boats');
  });

  it('answers every request meanwhile, also one that takes longer than the change', async () => {
    const slow = defineExtension({
      name: 'slow',
      routes: () => [
        route({
          method: 'GET',
          path: '/slow/v1/page',
          summary: 'Take a while.',
          permit: anyone,
          shareable: false,
          handle: async () => {
            await sleep(300);
            return reply({ done: true });
          },
        }),
      ],
    });
    const server = await another({ extensions: [slow] });
    const origin = await server.listen();
    const login = { authorization: `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}` };
    const asked: [string, RequestInit?][] = [
      ['/wp-json/'],
      ['/wp-json/wp/v2/posts'],
      ['/wp-json/wp/v2/posts', { headers: login }],
      ['/wp-json/wp/v2/types', { headers: login }],
      ['/wp-json/slow/v1/page'],
      ['/'],
      [
        '/wp-json/wp/v2/posts',
        { method: 'POST', headers: { ...login, 'content-type': 'application/json' }, body: '{"title":"a"}' },
      ],
    ];
    let isOver = false;
    const statuses = new Map<number, number>();
    const load = asked.map(async ([url, init]) => {
      while (!isOver) {
        const response = await fetch(origin + url, init);
        await response.arrayBuffer();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      }
    });
    try {
      for (let n = 0; n < 10; n += 1) {
        const answer = await declare(
          { postTypes: [{ name: `kind${n}`, fields: { size: { kind: 'integer', index: true } } }] },
          server,
        );
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        expect(await statusOf(server, `/wp-json/wp/v2/kind${n}`)).toBe(200);
      }
    } finally {
      isOver = true;
      await Promise.all(load);
    }
    expect([...statuses.keys()].sort()).toEqual([200, 201]);
    expect(server.registry.find('GET', '/wp/v2/kind9')).not.toBeNull();
  });

  it('goes on with the types it has where an extension does not fit, reports it, and follows later', async () => {
    const boat = { postTypes: [{ name: 'boat' }] };
    await declare(boat);
    const adds = defineExtension({
      name: 'masts',
      fields: {
        boat: { masts: postField({ schema: s.integer(), contexts: ['view'], load: (posts) => posts.map(() => 3) }) },
      },
    });
    const server = await another({ extensions: [adds] });
    const refused = await declare({}, server);
    expect([refused.status, refused.body.data.params]).toEqual([
      400,
      { declarations: expect.stringContaining('masts') },
    ]);
    await declare({});
    await vi.waitFor(async () => expect(await failures(server)).toBeGreaterThan(0), patience);
    expect(lines.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('"content model" failed'));
    expect(await statusOf(server, '/wp-json/wp/v2/boat')).toBe(200);
    await declare({ postTypes: [{ name: 'boat' }, { name: 'sail' }] });
    await vi.waitFor(async () => expect(await statusOf(server, '/wp-json/wp/v2/sail')).toBe(200), patience);
  });

  it('starts without stored declarations that do not fit any more, and says which', async () => {
    const related = { kind: 'posts', to: ['plane'] };
    await declare({
      postTypes: [
        { name: 'boat', labels: { name: 'Stored boats' }, fields: { twin: related } },
        { name: 'plane', fields: { port: { kind: 'posts', to: ['boat'] }, wings: { kind: 'integer' } } },
        { name: 'train', fields: { of: related } },
      ],
      taxonomies: [{ name: 'line', postTypes: ['boat', 'train'] }],
      fieldSets: [{ object: 'user', fields: { motto: { kind: 'text' }, rank: { kind: 'text' } } }],
    });
    const server = await another({
      postTypes: [{ name: 'boat', labels: { name: 'Boats of the file' } }],
      fieldSets: [{ object: 'user', fields: { rank: { kind: 'integer' } } }],
    });
    const admin = clientFor(server, 'admin:pw-administrator');
    const { types } = (await admin.get('/platen/v1/types')).body;
    const shown = types.map(
      ({ name, source, fields }: { name: string; source: string; fields: { name: string }[] }) => [
        name,
        source,
        fields.map((field) => field.name),
      ],
    );
    expect(shown).toEqual(
      expect.arrayContaining([
        ['boat', 'configuration', []],
        ['plane', 'site', ['port', 'wings']],
        ['train', 'site', ['of']],
      ]),
    );
    expect((await admin.get('/wp/v2/types/boat')).body.name).toBe('Boats of the file');
    expect((await admin.get('/wp/v2/taxonomies/line')).body.types).toEqual(['boat', 'train']);
    expect(lines.flatMap(({ why = [] }) => why)).toEqual([
      expect.stringContaining('"boat" is declared twice'),
      expect.stringContaining('"rank"'),
    ]);
    const clash = await declare((await admin.get(path)).body.declarations, server);
    expect(clash.body.data.params).toEqual({
      'declarations.postTypes[0].name':
        'The type boat is declared in the configuration file and cannot be changed here. Choose another name.',
    });
  });

  it.each(['', 'x', '[]', 'null', '{"postTypes":[null,{"name":"boat"},{"name":"a","fields":{"b":{"kind":"new"}}}]}'])(
    'starts with %j in the option',
    async (text) => {
      await site.platen.store.options.set(contentModelOption, text);
      const server = await another();
      expect(await statusOf(server, '/wp-json/wp/v2/posts')).toBe(200);
      expect(await statusOf(server, '/wp-json/wp/v2/boat')).toBe(text.includes('boat') ? 200 : 404);
      expect((await clientFor(server, 'admin:pw-administrator').get(path)).status).toBe(200);
    },
  );

  it('has the types of a new site after a reset', async () => {
    const own = await testPlaten();
    const admin = own.as('administrator');
    const { version } = (await admin.get(path)).body;
    await admin.put(path, { version, declarations: { postTypes: [{ name: 'boat' }] } });
    expect((await own.as('anonymous').get('/wp/v2/boat')).status).toBe(200);
    await own.platen.reset();
    expect((await own.as('anonymous').get('/wp/v2/boat')).status).toBe(404);
    await own.close();
  });
});
