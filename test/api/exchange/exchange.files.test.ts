import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFetcher } from '../../../src/lib/fetcher.ts';
import { fetchSource, folderSource } from '../../../src/transfer/import/file-sources.ts';
import { itemXml, wxrXml } from '../../support/wxr.ts';
import { counts, type ExchangeSite, exchangeSite } from './exchange-site.ts';

let exchange: ExchangeSite;
let servers: Server[];
beforeEach(async () => {
  exchange = await exchangeSite();
  servers = [];
});
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await exchange.close();
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#486' } })
    .jpeg()
    .toBuffer();

/** The old site at the far end of the network: every public name leads to a server of this test. */
async function oldSite(listener: RequestListener) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const pauses: number[] = [];
  const fetch = createFetcher({
    resolve: async (name) => [name.startsWith('inside') ? '10.0.0.7' : '93.184.216.34'],
    connect: () => connect({ host: '127.0.0.1', port }),
  });
  const source = fetchSource(fetch, { maxBytes: 1_000_000, wait: async (pause) => void pauses.push(pause) });
  return { source, pauses };
}

const attachment = (id: number, url: string, more = '') =>
  itemXml(
    { id, type: 'attachment', status: 'inherit', slug: `file-${id}`, guid: `https://old.example/?attachment_id=${id}` },
    `<wp:attachment_url>${url}</wp:attachment_url>${more}`,
  );
const media = async (id: number) => (await exchange.site.as('administrator').get(`/wp/v2/media/${id}`)).body;

it('a file comes from its address, with sizes and real dimensions', async () => {
  const bytes = await picture(800, 600);
  const asked: string[] = [];
  const { source } = await oldSite((request, response) => {
    asked.push(request.url ?? '');
    response.end(bytes);
  });
  const xml = wxrXml(
    attachment(90, 'https://files.old.example/2008/06/canola.jpg') +
      itemXml({ id: 91, slug: 'shown', content: '[gallery ids="90" size="medium"]' }),
  );
  const report = await exchange.bring(xml, { source });
  expect(counts(report)).toEqual({ item: 2, file: 1 });
  const { source_url, mime_type, media_details, guid } = await media(90);
  expect({ source_url, mime_type, guid: guid.rendered }).toEqual({
    source_url: 'http://site.test/wp-content/uploads/2008/06/canola.jpg',
    mime_type: 'image/jpeg',
    guid: 'https://old.example/?attachment_id=90',
  });
  expect(media_details).toMatchObject({
    width: 800,
    height: 600,
    file: '2008/06/canola.jpg',
    sizes: { thumbnail: { width: 150, height: 150 }, medium: { width: 300, height: 225, file: 'canola-300x225.jpg' } },
  });
  const stored = await readdir(join(exchange.folder, 'uploads/2008/06'));
  expect(stored).toEqual(expect.arrayContaining(['canola.jpg', 'canola-150x150.jpg', 'canola-300x225.jpg']));
  const shown = (await exchange.site.as('administrator').get('/wp/v2/posts/91')).body.content.rendered;
  expect(shown).toMatch(/<img[^>]+width="300"[^>]+height="225"/);
  // Nothing is asked for again.
  expect(counts(await exchange.bring(xml, { source }), 'present')).toMatchObject({ file: 1 });
  expect(asked).toEqual(['/2008/06/canola.jpg']);
});

it('a failure that may pass is tried again, and what still failed the next time', async () => {
  const bytes = await picture(20, 20);
  let answers: number[] = [503, 429, 200];
  const { source, pauses } = await oldSite((_request, response) => {
    response.statusCode = answers.shift() ?? 404;
    response.end(response.statusCode === 200 ? bytes : '');
  });
  const xml = wxrXml(attachment(90, 'https://old.example/2020/01/a.jpg'));
  expect(counts(await exchange.bring(xml, { source }))).toMatchObject({ file: 1 });
  expect(pauses).toEqual([500, 2000]);

  const other = wxrXml(attachment(91, 'https://old.example/2020/01/b.jpg'));
  const failed = await exchange.bring(other, { source });
  expect(counts(failed, 'refused')).toEqual({ file: 1 });
  expect(failed.notes.join('\n')).toContain('https://old.example/2020/01/b.jpg: the old site answered 404.');
  expect(pauses).toHaveLength(2);
  expect(await media(91)).toMatchObject({ source_url: 'https://old.example/2020/01/b.jpg' });
  answers = [200];
  expect(counts(await exchange.bring(other, { source }))).toEqual({ file: 1 });
  expect(await media(91)).toMatchObject({
    source_url: 'http://site.test/wp-content/uploads/2020/01/b.jpg',
    media_details: { width: 20, height: 20 },
  });
});

it('a host that does not answer is left alone after a few files', async () => {
  let connections = 0;
  const { source } = await oldSite((request) => {
    connections += 1;
    request.socket.destroy();
  });
  const many = Array.from({ length: 60 }, (_, i) => attachment(100 + i, `https://old.example/2020/01/${i}.jpg`));
  const report = await exchange.bring(wxrXml(many.join('')), { source });
  expect(counts(report)).toEqual({ item: 60 });
  expect(counts(report, 'refused')).toEqual({ file: 60 });
  expect(report.notes.filter((note) => note.includes('does not answer'))).toHaveLength(1);
  expect(connections).toBeLessThanOrEqual(3 * 8);
});

it.each([
  ['an address inside the network', 'https://inside.example/2020/01/a.jpg', /inside address/],
  ['this machine', 'http://127.0.0.1/2020/01/a.jpg', /not public/],
  ['another scheme', 'file:///etc/passwd', /scheme file: is not fetched/],
  ['a page with the name of a picture', 'https://old.example/2020/01/page.jpg', /does not match its extension/],
  ['a script', 'https://old.example/2020/01/page.php', /not accepted/],
  ['more than an upload may have', 'https://old.example/2020/01/large.jpg', /larger than 1000000 bytes/],
  ['nothing at all', 'https://old.example/2020/01/empty.jpg', /it is empty/],
  ['a picture that cannot be decoded', 'https://old.example/2020/01/damaged.jpg', /./],
])('%s is refused', async (_name, url, reason) => {
  const bodies: Record<string, Buffer | string> = {
    '/2020/01/large.jpg': Buffer.alloc(1_000_001),
    '/2020/01/empty.jpg': '',
    '/2020/01/damaged.jpg': (await picture(40, 40)).subarray(0, 30),
  };
  const { source } = await oldSite((request, response) =>
    response.end(bodies[request.url ?? ''] ?? '<html><script>alert(1)</script></html>'),
  );
  const report = await exchange.bring(wxrXml(attachment(90, url)), { source });
  expect([counts(report), counts(report, 'refused')]).toEqual([{ item: 1 }, { file: 1 }]);
  expect(report.notes[0]).toMatch(reason);
  expect(await readdir(join(exchange.folder, 'uploads/2020/01')).catch(() => [])).toEqual([]);
  expect(await readdir(join(exchange.folder, 'scratch'))).toEqual([]);
});

it('a file of another type than its name says gets the name of its type, and a name that is taken a number', async () => {
  const old = join(exchange.folder, 'old');
  const files = join(exchange.folder, 'uploads/2020/01');
  const png = await sharp(await picture(10, 10))
    .png()
    .toBuffer();
  for (const folder of [join(old, '2020/01'), files]) await mkdir(folder, { recursive: true });
  await writeFile(join(old, '2020/01/drawing.jpg'), png);
  await writeFile(join(old, '2020/01/taken.jpg'), await picture(30, 30));
  await writeFile(join(files, 'taken.jpg'), await picture(500, 500));
  const report = await exchange.bring(
    wxrXml(
      attachment(90, 'https://old.example/wp-content/uploads/2020/01/drawing.jpg') +
        attachment(91, 'https://old.example/wp-content/uploads/2020/01/taken.jpg'),
    ),
    { source: folderSource(old) },
  );
  expect(report.total('file')).toMatchObject({ imported: 2, changed: 2 });
  // Several files are taken at once, and each is noted when it is there.
  expect([...report.notes].sort()).toEqual([
    '2020/01/drawing.jpg is 2020/01/drawing.png here.',
    '2020/01/taken.jpg is 2020/01/taken-1.jpg here.',
  ]);
  expect(await media(90)).toMatchObject({
    mime_type: 'image/png',
    media_details: { width: 10, file: '2020/01/drawing.png' },
  });
  expect(await media(91)).toMatchObject({ media_details: { width: 30, file: '2020/01/taken-1.jpg' } });
  expect(await readFile(join(files, 'drawing.png'))).toEqual(png);
});
