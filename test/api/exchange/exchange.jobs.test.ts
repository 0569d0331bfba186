import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enqueueJob, queueTable } from '../../../src/background/queue-jobs.ts';
import { createPlaten } from '../../../src/index.ts';
import type { Fetcher } from '../../../src/lib/fetcher.ts';
import { ExtensionRows } from '../../../src/storage/extension-tables/extension-rows.ts';
import { exchangeJobsTable } from '../../../src/transfer/exchange-table.ts';
import { type Answer, clientFor, type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const path = '/platen/v1/exchange';
let site: TestPlaten;
let origin: string;
beforeAll(async () => {
  site = await testPlaten({ host: '127.0.0.1', leads: true });
  origin = await site.platen.listen();
});
afterAll(() => site.close());

const login = (who: Exclude<Role, 'anonymous'>) => (who === 'administrator' ? 'admin' : `the-${who}`);
const as = (who: Exclude<Role, 'anonymous'>) => ({
  authorization: `Basic ${Buffer.from(`${login(who)}:pw-${who}`).toString('base64')}`,
});

const item = (number: number) => `<item><title>Post ${number}</title><dc:creator>old</dc:creator>
<content:encoded><![CDATA[Text ${number}]]></content:encoded><excerpt:encoded></excerpt:encoded>
<wp:post_id>${number}</wp:post_id><wp:post_date>2020-01-01 10:00:00</wp:post_date><wp:post_name>post-${number}</wp:post_name>
<wp:status>publish</wp:status><wp:post_parent>0</wp:post_parent><wp:menu_order>0</wp:menu_order>
<wp:post_type>post</wp:post_type><wp:is_sticky>0</wp:is_sticky></item>`;

const attachment = item(300)
  .replace('<wp:post_type>post', '<wp:post_type>attachment')
  .replace('</item>', '<wp:attachment_url>https://old.example/2020/01/a.png</wp:attachment_url></item>');

const wxr = (items: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_id>5</wp:author_id><wp:author_login>old</wp:author_login><wp:author_email>old@example.org</wp:author_email><wp:author_display_name>Old</wp:author_display_name></wp:author>
${items}</channel></rss>`;

async function send(query: string, body: string | Buffer, who: Exclude<Role, 'anonymous'> = 'administrator') {
  const answer = await fetch(`${origin}/wp-json${path}/imports?${query}`, {
    method: 'POST',
    headers: { ...as(who), 'content-type': 'application/octet-stream' },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

/** The job once it has ended and left the queue, so that the next one is first there. */
async function ended(id: number) {
  const job = async () => (await site.as('administrator').get(`${path}/${id}`)).body;
  await expect.poll(async () => (await job()).state).toMatch(/^(?:done|failed|cancelled)$/);
  await expect.poll(() => site.platen.store.table(queueTable).count({ topic: 'exchange' })).toBe(0);
  return job();
}

const found = async (search: string) => (await site.as('administrator').get(`/wp/v2/posts?search=${search}`)).body;
/** The files of jobs; the folder itself has a hidden name. */
const folder = async (dataDir = site.platen.config.dataDir) =>
  (await readdir(join(dataDir, 'exchanges'))).filter((name) => !name.startsWith('.'));

describe('an import', () => {
  it('that is only tried says what is in the file, and changes nothing', async () => {
    const sent = await send('dry_run=true&name=old.xml', wxr(item(1) + item(2)));
    expect(sent).toMatchObject({ status: 202, body: { kind: 'import', file_name: 'old.xml', is_dry_run: true } });
    const job = await ended(sent.body.id);
    expect(job).toMatchObject({ state: 'done', error: '' });
    expect(job.report.rows).toContainEqual(
      expect.objectContaining({ kind: 'item', of: 'post', in_file: 2, imported: 2 }),
    );
    expect(await found('Text')).toEqual([]);
    await expect.poll(() => folder()).toEqual([]);
  });

  it('brings the content in, packed or not, and again adds nothing', async () => {
    const first = await ended((await send('fetch_files=false', gzipSync(wxr(item(101) + item(102))))).body.id);
    expect(first).toMatchObject({ state: 'done', progress: { items: 2 } });
    expect(await found('Text')).toHaveLength(2);
    const second = await ended((await send('fetch_files=false', wxr(item(101) + item(102)))).body.id);
    expect(second.report.rows.find((row: { of: string }) => row.of === 'post')).toMatchObject({
      imported: 0,
      present: 2,
    });
    expect(await found('Text')).toHaveLength(2);
    await expect.poll(() => folder()).toEqual([]);
  });

  it('gives everything to one author where that is wanted', async () => {
    const job = await ended((await send('author=the-author&fetch_files=false', wxr(item(103)))).body.id);
    expect(job.state).toBe('done');
    expect((await found('Text+103'))[0].author).toBe(site.users.author);
    expect(await send('author=nobody', wxr(''))).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  });

  it('of a broken file fails with the line, and keeps what is whole', async () => {
    const job = await ended(
      (await send('fetch_files=false', `${wxr(item(104)).replace('</channel></rss>', '')}<item><tit`)).body.id,
    );
    expect(job).toMatchObject({ state: 'failed', error: expect.stringMatching(/^Line \d+/) });
    await expect.poll(() => folder()).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['no export file', 'hello'],
  ])('of %s is refused at once', async (_, body) => {
    expect(await send('', body)).toMatchObject({ status: 400, body: { code: 'exchange_no_file' } });
    await expect.poll(() => folder()).toEqual([]);
  });
});

describe('an export', () => {
  it('is written as a file that can be fetched, and brought in again', async () => {
    const begun = await site.as('administrator').post(`${path}/exports`, { format: 'wxr' });
    expect(begun.status).toBe(202);
    const job = await ended(begun.body.id);
    expect(job).toMatchObject({ state: 'done', has_file: true, kind: 'export' });
    const got = await fetch(`${origin}/wp-json${path}/${job.id}/file`, { headers: as('administrator') });
    expect(got.headers.get('content-disposition')).toMatch(/^attachment; filename="export-[\d-]+\.xml"$/);
    const text = await got.text();
    expect(text).toContain('Text 101');
    expect((await ended((await send('dry_run=true', text)).body.id)).state).toBe('done');
    expect(await site.as('administrator').delete(`${path}/${job.id}`)).toMatchObject({ status: 200 });
    await expect.poll(() => folder()).toEqual([]);
    expect(await site.as('administrator').get(`${path}/${job.id}`)).toMatchObject({ status: 404 });
  });

  it('of everything is an archive', async () => {
    const job = await ended((await site.as('administrator').post(`${path}/exports`, { format: 'archive' })).body.id);
    expect(job.state).toBe('done');
    const got = await fetch(`${origin}/wp-json${path}/${job.id}/file`, { headers: as('administrator') });
    const bytes = gunzipSync(Buffer.from(await got.arrayBuffer()));
    expect(bytes.subarray(0, 12).toString()).toBe('archive.json');
    expect(bytes.includes('tables/exchange_jobs/')).toBe(false);
    await site.as('administrator').delete(`${path}/${job.id}`);
  });
});

describe('jobs', () => {
  const row = {
    kind: 'import',
    fileName: 'x.xml',
    options: { isDry: false, fetchesFiles: false, author: '' },
    progress: { done: 0, all: null, items: 0, files: 0 },
    report: null,
    userId: 1,
    createdMs: 1,
  } as const;

  it('run one at a time', async () => {
    const jobs = site.platen.store.table(exchangeJobsTable);
    const id = await jobs.insert({ ...row, state: 'running' });
    expect(await send('', wxr(''))).toMatchObject({ status: 409, body: { code: 'exchange_busy' } });
    expect(await site.as('administrator').post(`${path}/exports`)).toMatchObject({ status: 409 });
    expect(await site.as('administrator').delete(`${path}/${id}`)).toMatchObject({ status: 409 });
    await expect.poll(() => folder()).toEqual([]);
    await jobs.remove({ id });
  });

  it('whose process ended are done by the next one', async () => {
    const { store } = site.platen;
    await writeFile(join(site.platen.config.dataDir, 'exchanges', 'left'), wxr(item(105)));
    const id = await store.table(exchangeJobsTable).insert({ ...row, state: 'running', stored: 'left', attempts: 1 });
    // Its owner is a process of this machine that is not there any more.
    const { processSpace } = await import('../../../src/background/lease.ts');
    const owner = `${processSpace}/999999999/1/gone`;
    await store.table(queueTable).insert({
      topic: 'exchange',
      itemKey: 'site',
      payload: { id },
      state: 'running',
      owner,
      ownedUntilMs: Date.now() + 3_600_000,
      createdAtMs: 1,
      dueMs: 1,
    });
    expect(await ended(id)).toMatchObject({ state: 'done', attempts: 2 });
    expect(await found('Text+105')).toHaveLength(1);
  });

  it('whose file is gone fail clearly', async () => {
    const { store } = site.platen;
    const id = await store.table(exchangeJobsTable).insert({ ...row, state: 'queued', stored: 'nowhere' });
    await store.table(queueTable).insert({
      topic: 'exchange',
      itemKey: 'site',
      payload: { id },
      state: 'queued',
      attempts: 3,
      createdAtMs: 1,
      dueMs: 1,
    });
    expect(await ended(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('not on this machine') });
  });

  it('whose file another instance received wait until it is back, and leave nothing there', async () => {
    const { store, config } = site.platen;
    const dataDir = await mkdtemp(join(tmpdir(), 'platen-neighbour-'));
    await mkdir(join(dataDir, 'exchanges'));
    await writeFile(join(dataDir, 'exchanges', '.folder'), 'there');
    await writeFile(join(dataDir, 'exchanges', 'there.1'), wxr(item(107)));
    const stored = { state: 'running', stored: 'there.1', attempts: 1, createdMs: Date.now() } as const;
    const id = await store.table(exchangeJobsTable).insert({ ...row, ...stored });
    await store.transaction((inside) => enqueueJob(inside, { topic: 'exchange', key: 'site', payload: { id } }, 1));
    const queued = async () => (await store.table(queueTable).find({ topic: 'exchange' }))[0];
    // This instance had it, and gave it back.
    await expect.poll(async () => (await queued())?.dueMs, { timeout: 300_000 }).toBeGreaterThan(1);
    expect(await queued()).toMatchObject({ attempts: 0 });
    expect((await site.as('administrator').get(`${path}/${id}`)).body).toMatchObject({ state: 'running', error: '' });
    const { databaseUrl } = config;
    const log = pino({ level: 'silent' });
    const other = await createPlaten({ databaseUrl, dataDir, siteUrl: 'http://site.test', throttle: false, log });
    try {
      const state = async () => (await site.as('administrator').get(`${path}/${id}`)).body.state;
      // Either instance may find it first when it is due again; this one gives it back each time.
      await expect.poll(state, { interval: 100 }).toBe('done');
      expect(await found('Text+107')).toHaveLength(1);
      await expect.poll(() => folder(dataDir)).toEqual([]);
    } finally {
      await other.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('whose file was received here and is gone fail at once', async () => {
    const { store, config } = site.platen;
    await ended((await send('dry_run=true', wxr(item(1)))).body.id);
    const mark = await readFile(join(config.dataDir, 'exchanges', '.folder'), 'utf8');
    const stored = { state: 'queued', stored: `${mark}.gone`, createdMs: Date.now() } as const;
    const id = await store.table(exchangeJobsTable).insert({ ...row, ...stored });
    await store.transaction((inside) => enqueueJob(inside, { topic: 'exchange', key: 'site', payload: { id } }, 1));
    expect(await ended(id)).toMatchObject({ state: 'failed', error: 'The file is gone. Send it again.' });
  });

  it('remove files that no job has, but for those that have just come in', async () => {
    const at = (name: string) => join(site.platen.config.dataDir, 'exchanges', name);
    for (const name of ['old', 'new']) await writeFile(at(name), 'x');
    await utimes(at('old'), 1, 1);
    await ended((await send('dry_run=true', wxr(item(1)))).body.id);
    await expect.poll(() => folder()).toEqual(['new']);
    await rm(at('new'));
  });

  it('are cancelled while they run: what came in whole stays', async () => {
    const count = 20_000;
    const many = wxr(Array.from({ length: count }, (_, index) => item(1_000 + index)).join('\n'));
    const { body } = await send('fetch_files=false', many);
    await site.as('administrator').post(`${path}/${body.id}/cancel`);
    const job = await ended(body.id);
    expect(job).toMatchObject({ state: 'cancelled', is_cancelled: true });
    const { headers } = await site.as('administrator').get('/wp/v2/posts?per_page=1');
    expect(Number(headers['x-wp-total'])).toBeLessThan(count);
    await expect.poll(() => folder()).toEqual([]);
    const next = await send('dry_run=true', wxr(item(1)));
    expect(next.status).toBe(202);
    await ended(next.body.id);
  });

  it('are cancelled before they begin', async () => {
    const { store } = site.platen;
    const id = await store.table(exchangeJobsTable).insert({ ...row, state: 'queued', stored: 'x', isCancelWanted: 1 });
    await store.transaction((inside) => enqueueJob(inside, { topic: 'exchange', key: 'site', payload: { id } }, 1));
    expect(await ended(id)).toMatchObject({ state: 'cancelled' });
  });

  it('are seen and cancelled at another instance', async () => {
    const { config } = site.platen;
    const other = await createPlaten({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      siteUrl: 'http://site.test',
      leads: false,
      throttle: false,
      log: pino({ level: 'silent' }),
    });
    const there = clientFor(other, 'admin:pw-administrator');
    const job = await ended((await site.as('administrator').post(`${path}/exports`)).body.id);
    expect((await there.get(`${path}/${job.id}`)).body).toEqual(job);
    const id = await site.platen.store.table(exchangeJobsTable).insert({ ...row, state: 'running' });
    expect((await there.post(`${path}/${id}/cancel`)).body).toMatchObject({ is_cancelled: true });
    expect((await site.as('administrator').get(`${path}/${id}`)).body.is_cancelled).toBe(true);
    await site.platen.store.table(exchangeJobsTable).remove({ id });
    await other.close();
  });
});

it('a job ends with its last progress, though an earlier one is written late', async () => {
  const [fetched, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const fetch: Fetcher = async (url) => {
    await fetched.promise;
    return { status: 404, url, contentType: '', body: Buffer.alloc(0) };
  };
  const own = await testPlaten({ leads: true }, { fetch });
  const late: Promise<unknown>[] = [];
  const { update } = ExtensionRows.prototype;
  const spied = vi.spyOn(ExtensionRows.prototype, 'update').mockImplementation(function (
    this: ExtensionRows<object>,
    where,
    changes,
  ) {
    const write = () => update.call(this, where, changes);
    if (Object.keys(changes).join() !== 'progress') return write();
    const written = over.promise.then(write);
    late.push(written);
    return written;
  });
  try {
    const body = wxr(attachment);
    const headers = { ...as('administrator'), 'content-type': 'application/octet-stream' };
    const sent = await own.platen.fetch(`/wp-json${path}/imports`, { method: 'POST', headers, body });
    const { id } = (await sent.json()) as { id: number };
    await expect.poll(() => late.length).toBeGreaterThan(0);
    fetched.resolve();
    const job = async () => (await own.as('administrator').get(`${path}/${id}`)).body;
    await expect.poll(async () => (await job()).state).toBe('done');
    over.resolve();
    await Promise.all(late);
    expect((await job()).progress).toMatchObject({ items: 1 });
  } finally {
    fetched.resolve();
    over.resolve();
    spied.mockRestore();
    await own.close();
  }
});

describe('the audit log', () => {
  const entries = async () =>
    (await site.as('administrator').get('/platen/v1/audit?kind=exchange&per_page=100')).body.items;
  const lastOf = async (id: number) => (await entries()).find((entry: { object: number }) => entry.object === id);
  it('has who imported and exported what, from where, and how it ended', async () => {
    const imported = await ended((await send('fetch_files=false&name=old.xml', wxr(item(301) + attachment))).body.id);
    expect(await lastOf(imported.id)).toMatchObject({
      event: 'exchange.import',
      user: 1,
      object_name: 'old.xml',
      address: '127.0.0.1',
      detail: { form: 'wxr', state: 'done', refused: 1 },
    });
    const broken = await ended((await send('fetch_files=false', '<rss')).body.id);
    expect(await lastOf(broken.id)).toMatchObject({ event: 'exchange.import', detail: { state: 'failed' } });
    const exported = await ended((await site.as('administrator').post(`${path}/exports`)).body.id);
    expect(await lastOf(exported.id)).toMatchObject({
      event: 'exchange.export',
      user: 1,
      object_name: exported.file_name,
      detail: { form: 'wxr', state: 'done' },
    });
  });

  it('has nothing of an import that is only tried', async () => {
    const job = await ended((await send('dry_run=true', wxr(item(1)))).body.id);
    expect(await lastOf(job.id)).toBeUndefined();
  });
});

describe('who may', () => {
  it('administrators only', async () => {
    for (const [method, where] of [
      ['GET', path],
      ['GET', `${path}/999999`],
      ['GET', `${path}/999999/file`],
      ['POST', `${path}/999999/cancel`],
      ['DELETE', `${path}/999999`],
      ['POST', `${path}/imports`],
      ['POST', `${path}/exports`],
    ] as const) {
      expect((await site.as('anonymous').send(method, where)).status).toBe(401);
      for (const who of ['subscriber', 'contributor', 'author', 'editor'] as const)
        expect((await site.as(who).send(method, where)).status).toBe(403);
    }
    expect((await send('', wxr(''), 'editor')).status).toBe(403);
    expect(await site.as('administrator').get(`${path}/999999`)).toMatchObject({ status: 404 });
  });
});
