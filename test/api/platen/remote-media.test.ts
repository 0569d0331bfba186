import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineExtension, refuse } from '../../../src/extension.ts';
import { createPlaten } from '../../../src/index.ts';
import { type FarHost, farHost } from '../../support/far-host.ts';
import { type Answer, clientFor, type Role, testPlaten } from '../../support/platen.ts';
import { type MediaSite, mediaSite, month, picture } from '../media/media-client.ts';

const megabyte = 1024 * 1024;

let site: MediaSite;
let far: FarHost;
/** What the far host answers at each path. */
const files = new Map<string, RequestListener>();
const serve = (path: string, content: Buffer | string, type = 'application/octet-stream') =>
  files.set(path, (_, response) => response.writeHead(200, { 'content-type': type }).end(content));

/** Shortens the deadline, for hosts that never answer; for others it is the one of the program. */
let deadline: { readonly timeoutMs?: number } = {};

beforeAll(async () => {
  far = await farHost((request, response) => {
    const { url = '' } = request;
    const found = files.get(url) ?? files.get(url.split('?')[0] ?? '');
    if (found) found(request, response);
    else response.writeHead(404).end('nothing here');
  });
  site = await mediaSite(
    { uploadLimitMegabytes: 1 },
    { fetch: (url, options) => far.fetch(url, { ...options, ...deadline }) },
  );
});
afterAll(async () => {
  await site.close();
  far.close();
});
beforeEach(async () => {
  deadline = {};
  files.clear();
  serve('/dog.jpg', await picture(800, 600));
});

const take = (who: Role, url: string, more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  site.as(who).post('/platen/v1/media', { url, ...more }, headers);
const numberOfItems = async () => Number((await site.as('administrator').get('/wp/v2/media')).headers['x-wp-total']);

describe('a file that the server fetches', () => {
  it('becomes a media item as an upload does, with sizes, texts and parent', async () => {
    const post = (await site.as('author').post('/wp/v2/posts', { title: 'With a dog' })).body.id;
    const answer = await take('author', 'https://example.org/dog.jpg?size=large', {
      title: 'A dog',
      alt_text: 'A dog that runs',
      caption: 'Seen <b>today</b>',
      description: 'On the beach.',
      post,
    });
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    expect(answer.headers['location']).toBe(`http://site.test/wp-json/wp/v2/media/${id}`);
    expect(answer.body).toMatchObject({
      title: { raw: 'A dog' },
      alt_text: 'A dog that runs',
      caption: { raw: 'Seen <b>today</b>' },
      description: { raw: 'On the beach.' },
      post,
      author: site.users.author,
      mime_type: 'image/jpeg',
      media_details: { width: 800, height: 600, sizes: { medium: { width: 300, height: 225 } } },
    });
    const shown = await site.as('author').get(`/wp/v2/media/${id}?context=edit`);
    expect(shown.body).toEqual(answer.body);
    const [path] = new URL(answer.body.source_url).pathname.split('?');
    expect((await site.fetch(path!)).headers['content-type']).toBe('image/jpeg');
    await expect.poll(() => site.spooled()).toEqual([]);
  });

  it.each([
    ['/My%20dog%20(2).jpg', 'image/jpeg', 'My-dog-2.jpg'],
    ['/photos/77', 'image/jpeg', '77.jpg'],
    ['/', 'image/jpeg', 'file.jpg'],
    ['/render.php?id=7', 'image/jpeg', 'render.php_.jpg'],
    ['/..%2F..%2Fetc%2Fpasswd.jpg', 'image/jpeg', 'passwd.jpg'],
    ['/%ff%fe.jpg', 'image/jpeg', 'fffe.jpg'],
    ['/drawn.png', 'image/png', 'drawn.jpg'],
  ])('gets its name from %s', async (path, type, name) => {
    serve(path, await picture(20, 20), type);
    const { status, body } = await take('author', `https://example.org${path}`);
    expect(status).toBe(201);
    expect(body.source_url).toBe(`http://site.test/wp-content/uploads/${month()}/${name}`);
  });

  it('gets the name that was asked for, without its folders', async () => {
    for (const filename of ['../../fluffy.jpg', 'C:\\pictures\\fluffy.jpg']) {
      const { body } = await take('author', 'https://example.org/dog.jpg', { filename });
      expect(body.source_url).toMatch(/\/fluffy(?:-\d)?\.jpg$/);
    }
  });

  it('is found behind redirects', async () => {
    files.set('/old.jpg', (_, response) => response.writeHead(301, { location: 'https://cdn.example/new.jpg' }).end());
    serve('/new.jpg', await picture(10, 10));
    const { body } = await take('author', 'https://example.org/old.jpg');
    expect(body.source_url).toMatch(/\/new\.jpg$/);
  });

  it('two of the same name at the same time get names of their own', async () => {
    serve('/same.jpg', await picture(30, 30));
    const both = await Promise.all([1, 2].map(() => take('author', 'https://example.org/same.jpg')));
    expect(both.map((one) => one.status)).toEqual([201, 201]);
    expect(both.map((one) => one.body.source_url.split('/').at(-1)).sort()).toEqual(['same-1.jpg', 'same.jpg']);
  });

  it('two instances that share the database and the folder do not share a name', async () => {
    serve('/shared.jpg', await picture(30, 30));
    const { databaseUrl, dataDir } = site.platen.config;
    const log = pino({ level: 'silent' });
    const other = await createPlaten(
      { databaseUrl, dataDir, siteUrl: 'http://site.test', port: 0, throttle: false, leads: false, log },
      { fetch: far.fetch },
    );
    try {
      const url = 'https://example.org/shared.jpg';
      const there = clientFor(other, 'the-author:pw-author');
      const both = await Promise.all([take('author', url), there.post('/platen/v1/media', { url })]);
      expect(both.map((one) => one.status)).toEqual([201, 201]);
      expect(both.map((one) => one.body.source_url.split('/').at(-1)).sort()).toEqual(['shared-1.jpg', 'shared.jpg']);
    } finally {
      await other.close();
    }
  });

  it('is made only once if it is asked for with a slug and If-None-Match', async () => {
    const ask = () => take('author', 'https://example.org/dog.jpg', { slug: 'the-dog' }, { 'if-none-match': '*' });
    const first = await ask();
    expect(first.status).toBe(201);
    const [rows, stored] = [await numberOfItems(), await site.stored()];
    expect(await ask()).toMatchObject({
      status: 412,
      body: { code: 'rest_precondition_failed', data: { current: { id: first.body.id, slug: 'the-dog' } } },
    });
    const four = await Promise.all(
      [1, 2, 3, 4].map(() =>
        take('author', 'https://example.org/dog.jpg', { slug: 'another-dog' }, { 'if-none-match': '*' }),
      ),
    );
    expect(four.map((one) => one.status).sort()).toEqual([201, 412, 412, 412]);
    expect(await numberOfItems()).toBe(rows + 1);
    expect((await site.stored()).length).toBeGreaterThan(stored.length);
    expect((await site.stored()).filter((name) => /^dog-\d\.jpg$/.test(name)).length).toBeLessThan(rows + 2);
  });
});

describe('who may have files fetched', () => {
  it.each([
    ['administrator', 201],
    ['editor', 201],
    ['author', 201],
    ['contributor', 403],
    ['subscriber', 403],
    ['anonymous', 401],
  ] as const)('%s: %i', async (who, status) => {
    const before = far.asked.length;
    const answer = await take(who, 'https://example.org/dog.jpg');
    expect(answer.status).toBe(status);
    // Nothing leaves the server for those who may not.
    expect(far.asked.length - before).toBe(status === 201 ? 1 : 0);
  });

  it('nothing is fetched where an argument is not valid or the parent belongs to somebody else', async () => {
    const theirs = (await site.as('editor').post('/wp/v2/posts', { title: 'Not of the author' })).body.id;
    const before = far.asked.length;
    const url = 'https://example.org/dog.jpg';
    expect(await take('author', url, { post: theirs })).toMatchObject({
      status: 403,
      body: { code: 'rest_cannot_edit' },
    });
    expect(await take('author', url, { author: site.users.editor })).toMatchObject({ status: 403 });
    expect(await take('author', url, { status: 'nonsense' })).toMatchObject({ status: 400 });
    expect(await take('author', url, { comment_status: 7 })).toMatchObject({ status: 400 });
    expect(await site.as('author').post('/platen/v1/media', {})).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param' },
    });
    expect(await take('author', url.padEnd(2049, 'x'))).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param' },
    });
    expect(far.asked.length).toBe(before);
  });

  it('a right that is lost while the file is on its way is lost', async () => {
    serve('/late.jpg', await picture(10, 10));
    const wait = files.get('/late.jpg')!;
    files.set('/late.jpg', async (request, response) => {
      await site.as('administrator').post(`/wp/v2/posts/${post}`, { author: site.users.editor });
      wait(request, response);
    });
    const post = (await site.as('author').post('/wp/v2/posts', { title: 'Soon of another' })).body.id;
    expect(await take('author', 'https://example.org/late.jpg', { post })).toMatchObject({ status: 403 });
    expect(await site.stored()).not.toContain('late.jpg');
    await expect.poll(() => site.spooled()).toEqual([]);
  });
});

describe('what is refused leaves neither a row nor a file', () => {
  const whenInvalid = async (url: string, code: string, status = 400, more: object = {}) => {
    const [rows, stored] = [await numberOfItems(), await site.stored()];
    const answer = await take('administrator', url, more);
    expect(answer).toMatchObject({ status, body: { code } });
    expect([await numberOfItems(), await site.stored()]).toEqual([rows, stored]);
    await expect.poll(() => site.spooled()).toEqual([]);
    return answer;
  };

  it.each([
    'http://127.0.0.1/dog.jpg',
    'http://127.1/dog.jpg',
    'http://0x7f000001/dog.jpg',
    'http://2130706433/dog.jpg',
    'http://0177.0.0.1/dog.jpg',
    'http://[::1]/dog.jpg',
    'http://[::ffff:127.0.0.1]/dog.jpg',
    'http://[64:ff9b::7f00:1]/dog.jpg',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/dog.jpg',
    'http://LOCALHOST./dog.jpg',
    'http://metadata.google.internal/dog.jpg',
    'http://inside.example/dog.jpg',
    'http://user:secret@example.org/dog.jpg',
    'http://example.org:22/dog.jpg',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'gopher://example.org/_GET',
    '//example.org/dog.jpg',
    '/dog.jpg',
    'dog',
    'http://',
    '\u0000',
  ])('the address %j', async (url) => {
    const before = far.asked.length;
    const { body } = await whenInvalid(url, 'platen_media_not_fetched');
    // The same words for every reason: nobody maps the network of the server with it.
    expect(body.message).toMatch(/^The file could not be fetched\. /);
    expect(far.asked.length).toBe(before);
  });

  it.each(['http://127.0.0.1/x.jpg', 'http://169.254.169.254/', 'http://inside.example/x.jpg', 'file:///etc/passwd'])(
    'a redirect to %s',
    async (location) => {
      files.set('/moved.jpg', (_, response) => response.writeHead(302, { location }).end());
      const before = far.asked.length;
      await whenInvalid('https://example.org/moved.jpg', 'platen_media_not_fetched');
      expect(far.asked.length).toBe(before + 1);
    },
  );

  it('a circle of redirects', async () => {
    files.set('/round.jpg', (_, response) => response.writeHead(302, { location: '/round.jpg' }).end());
    await whenInvalid('https://example.org/round.jpg', 'platen_media_not_fetched');
  });

  it('a file that is too large, however it is announced', async () => {
    serve('/large.jpg', Buffer.concat([await picture(10, 10), Buffer.alloc(megabyte)]));
    await whenInvalid('https://example.org/large.jpg', 'rest_upload_file_too_big', 413);
    files.set('/endless.jpg', (_, response) => {
      response.writeHead(200);
      const more = () => response.write(Buffer.alloc(65_536), () => !response.destroyed && setImmediate(more));
      more();
    });
    await whenInvalid('https://example.org/endless.jpg', 'rest_upload_file_too_big', 413);
  });

  it('a host that is slow, silent, or breaks off', async () => {
    files.set('/slow.jpg', (_, response) => {
      const drip = setInterval(() => response.write('.'), 100);
      response.on('close', () => clearInterval(drip));
    });
    files.set('/silent.jpg', () => {});
    files.set('/half.jpg', (_, response) => {
      response.writeHead(200, { 'content-length': 5000 }).write('half of it');
      setTimeout(() => response.destroy(), 50);
    });
    deadline = { timeoutMs: 3_000 };
    for (const name of ['slow', 'silent', 'half'])
      await whenInvalid(`https://example.org/${name}.jpg`, 'platen_media_not_fetched');
  });

  it('an answer that is no file', async () => {
    const { body } = await whenInvalid('https://example.org/missing.jpg', 'platen_media_not_there');
    expect(body.message).toContain('404');
    serve('/empty.jpg', '');
    await whenInvalid('https://example.org/empty.jpg', 'rest_upload_no_data');
    files.set('/zipped.jpg', (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('bomb'));
    await whenInvalid('https://example.org/zipped.jpg', 'platen_media_not_fetched');
  });

  it('what browsers would execute, even for those who may upload it: it is not their own', async () => {
    const script = '<html><script>alert(1)</script></html>';
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
    serve('/page.html', script, 'text/html');
    serve('/page', script, 'text/html');
    serve('/code.js', 'alert(1)', 'text/javascript');
    serve('/drawing.svg', drawing, 'image/svg+xml');
    serve('/disguised.jpg', script, 'image/jpeg');
    serve('/drawn.png', drawing, 'image/png');
    serve('/program.php', '<?php system("id");', 'application/x-httpd-php');
    for (const path of ['page.html', 'page', 'code.js', 'drawing.svg', 'disguised.jpg', 'drawn.png', 'program.php'])
      await whenInvalid(`https://example.org/${path}`, 'rest_upload_sideload_error');
    await whenInvalid('https://example.org/dog.jpg', 'rest_upload_sideload_error', 400, { filename: 'dog.exe' });
    const whole = await picture(40, 40);
    serve('/broken.jpg', whole.subarray(0, 60));
    await whenInvalid('https://example.org/broken.jpg', 'rest_upload_sideload_error');
  });
});

it('a client that leaves ends the download', async () => {
  let closed = false;
  files.set('/hanging.jpg', (_, response) => {
    response.writeHead(200).write('.');
    response.on('close', () => {
      closed = true;
    });
  });
  const asked = far.asked.length;
  const leaving = new AbortController();
  const login = Buffer.from('the-author:pw-author').toString('base64');
  const question = fetch(`${site.origin}/wp-json/platen/v1/media`, {
    method: 'POST',
    headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.org/hanging.jpg' }),
    signal: leaving.signal,
  }).catch(() => null);
  while (far.asked.length === asked) await sleep(10);
  leaving.abort();
  await question;
  await expect.poll(() => closed).toBe(true);
  await expect.poll(() => site.spooled()).toEqual([]);
});

it('an account has a few downloads at a time', async () => {
  const open: (() => void)[] = [];
  const content = await picture(10, 10);
  files.set('/waiting.jpg', (_, response) => open.push(() => response.end(content)));
  const all = [1, 2, 3, 4, 5].map(() => take('author', 'https://example.org/waiting.jpg'));
  const refused = await Promise.race(all);
  expect(refused).toMatchObject({ status: 429, body: { code: 'platen_too_many_downloads' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  while (open.length < 4) await sleep(10);
  for (const finish of open) finish();
  expect((await Promise.all(all)).map((one) => one.status).sort()).toEqual([201, 201, 201, 201, 429]);
  open.splice(0);
  const next = take('author', 'https://example.org/waiting.jpg');
  while (open.length < 1) await sleep(10);
  open[0]!();
  expect((await next).status).toBe(201);
});

it('an account has so many a minute, whichever process fetches them', async () => {
  const nowMs = Date.now();
  const throttled = await testPlaten({ throttle: true, clock: () => nowMs }, { fetch: far.fetch });
  try {
    const author = throttled.as('author');
    const statuses: number[] = [];
    for (let i = 0; i < 121; i++) {
      statuses.push((await author.post('/platen/v1/media', { url: 'https://example.org/none.jpg' })).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(120);
    expect(statuses.at(-1)).toBe(429);
  } finally {
    await throttled.close();
  }
});

it('an extension that refuses the item leaves no file', async () => {
  const refusing = defineExtension({
    name: 'no-dogs',
    hooks: { before: { media: { create: () => refuse('No dogs here.', { status: 409 }) } } },
  });
  const strict = await mediaSite({ extensions: [refusing] }, { fetch: far.fetch });
  try {
    const answer = await strict.as('author').post('/platen/v1/media', { url: 'https://example.org/dog.jpg' });
    expect(answer.status).toBe(409);
    await expect.poll(async () => [await strict.stored(), await strict.spooled()]).toEqual([[], []]);
  } finally {
    await strict.close();
  }
});
