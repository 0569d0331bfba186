import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const path = '/platen/v1/exchange';
let site: TestPlaten;
let origin: string;
beforeAll(async () => {
  site = await testPlaten({ host: '127.0.0.1', leads: true });
  origin = await site.platen.listen();
});
afterAll(() => site.close());

const as = (who: Exclude<Role, 'anonymous'>) => ({
  authorization: `Basic ${Buffer.from(`${who === 'administrator' ? 'admin' : `the-${who}`}:pw-${who}`).toString('base64')}`,
});
const admin = () => site.as('administrator');

async function send(
  where: string,
  body: Uint8Array<ArrayBuffer> | string,
  who: Exclude<Role, 'anonymous'> = 'administrator',
) {
  const headers = { ...as(who), 'content-type': 'application/octet-stream' };
  const answer = await fetch(`${origin}/wp-json${path}/${where}`, { method: 'POST', headers, body });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

async function ended(id: number) {
  const job = async () => (await admin().get(`${path}/${id}`)).body;
  await expect.poll(async () => (await job()).state).toMatch(/^(?:done|failed|cancelled)$/);
  return job();
}

const titles = async () =>
  (await admin().get('/wp/v2/posts')).body.map(({ title }: { title: { rendered: string } }) => title.rendered);
const fileOf = async (id: number) =>
  new Uint8Array(
    await (await fetch(`${origin}/wp-json${path}/${id}/file`, { headers: as('administrator') })).arrayBuffer(),
  );

it('an archive is tried, then takes the place of the site, and what was there can be brought back', async () => {
  await admin().post('/wp/v2/posts', { title: 'Old days', status: 'publish' });
  const made = await ended((await admin().post(`${path}/exports`, { format: 'archive' })).body.id);
  const archive = await fileOf(made.id);
  await admin().post('/wp/v2/posts', { title: 'New days', status: 'publish' });
  await admin().post('/wp/v2/settings', { title: 'Changed' });
  const page = await fetch(`${origin}/`);
  expect(await page.text()).toContain('New days');

  expect(await send('restores', archive)).toMatchObject({ status: 400, body: { code: 'exchange_not_replaced' } });
  const dry = await ended((await send('restores?dry_run=true&name=site.tar.gz', archive)).body.id);
  expect(dry).toMatchObject({ kind: 'restore', state: 'done', is_dry_run: true, file_name: 'site.tar.gz' });
  expect(dry.report.rows).toContainEqual(expect.objectContaining({ kind: 'row', of: 'posts', refused: 0 }));
  expect(await titles()).toEqual(['New days', 'Old days']);

  const damaged = await ended((await send('restores?replace=true', archive.slice(0, archive.length - 40))).body.id);
  expect(damaged).toMatchObject({ state: 'failed', error: expect.stringMatching(/damaged|cut off/) });
  expect(await titles()).toEqual(['New days', 'Old days']);

  const done = await ended((await send('restores?replace=true', archive)).body.id);
  expect(done).toMatchObject({ state: 'done', error: '' });
  expect(await titles()).toEqual(['Old days']);
  expect(await (await fetch(`${origin}/`)).text()).not.toContain('New days');

  const [before] = (await admin().get(path)).body.filter((job: { kind: string; file_name: string }) =>
    job.file_name.startsWith(`before-restore-${done.id}`),
  );
  expect(before).toMatchObject({ kind: 'archive', state: 'done', has_file: true });
  expect((await ended((await send('restores?replace=true', await fileOf(before.id))).body.id)).state).toBe('done');
  expect(await titles()).toEqual(['New days', 'Old days']);
});

it('only those who may do everything may replace the site, and only by something packed', async () => {
  expect((await send('restores?replace=true', 'x', 'editor')).status).toBe(403);
  expect((await site.as('anonymous').post(`${path}/restores`)).status).toBe(401);
  expect(await send('restores?replace=true', 'no archive')).toMatchObject({ body: { code: 'exchange_no_file' } });
});

it('an import rewrites links where that is wanted', async () => {
  const wxr = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old</title><wp:wxr_version>1.2</wp:wxr_version>
<item><title>Linked</title><content:encoded><![CDATA[<a href="https://old.example/a">a</a>]]></content:encoded><wp:post_id>9001</wp:post_id><wp:post_date>2020-01-01 10:00:00</wp:post_date><wp:post_name>linked</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item></channel></rss>`;
  const links = encodeURIComponent('https://old.example=https://new.example');
  expect((await send('imports?rewrite_links=odd', wxr)).status).toBe(400);
  expect((await ended((await send(`imports?fetch_files=false&rewrite_links=${links}`, wxr)).body.id)).state).toBe(
    'done',
  );
  const [post] = (await admin().get('/wp/v2/posts?slug=linked')).body;
  expect(post.content.rendered).toContain('href="https://new.example/a"');
});

it('the report says what was refused or left out, and why', async () => {
  const packed = pack();
  packed.entry({ name: 'archive.json' }, JSON.stringify({ format: 'platen-archive', version: 1, prefix: 'wp_' }));
  packed.entry({ name: 'uploads/../escape.txt' }, 'x');
  packed.entry({ name: 'tables/strange/000001.jsonl' }, '{"a":1}\n');
  packed.entry({ name: 'end.json' }, JSON.stringify({ rows: { strange: 1 }, files: 1 }));
  packed.finalize();
  const { report } = await ended(
    (await send('restores?dry_run=true', new Uint8Array(gzipSync(await buffer(packed))))).body.id,
  );
  expect(report.notes.slice(1)).toEqual([
    expect.stringMatching(/^1 rows of strange were left out: this site has no such table\./),
    '"uploads/../escape.txt" was refused: its name is not that of an uploaded file.',
  ]);
  expect(report.rows).toContainEqual(expect.objectContaining({ kind: 'file', imported: 0, refused: 1 }));
});
