import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from './file-store.ts';
import { createLocalFileStore } from './local-file-store.ts';
import { type FileRequest, serveFile } from './serve-file.ts';

let root: string;
let store: FileStore;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'platen-serve-'));
  await mkdir(join(root, '2021/03'), { recursive: true });
  const names = [
    'a.txt',
    'p.html',
    's.svg',
    'j.js',
    'c.css',
    'x.xml',
    'd.pdf',
    'i.jpg',
    'v.mp4',
    'u.bin',
    'ü.zip',
    'evil.php_.jpg',
  ];
  for (const name of names) await writeFile(join(root, '2021/03', name), '0123456789');
  await writeFile(join(root, '2021/03/empty.txt'), '');
  store = createLocalFileStore(root);
});
afterAll(() => rm(root, { recursive: true }));

async function get(name: string, headers: FileRequest['headers'] = {}, method: FileRequest['method'] = 'GET') {
  const answer = await serveFile(store, { method, path: `2021/03/${name}`, headers });
  return { ...answer, content: answer.body ? await text(answer.body) : null };
}

it('a file, with what a cache needs to know', async () => {
  expect(await get('a.txt')).toMatchObject({
    status: 200,
    content: '0123456789',
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': '10',
      'X-Content-Type-Options': 'nosniff',
      'Accept-Ranges': 'bytes',
      'Cache-Control': expect.stringContaining('max-age='),
      ETag: expect.stringMatching(/^"[\w-]+"$/),
      'Last-Modified': expect.stringMatching(/GMT$/),
    },
  });
});

it('HEAD says the same without the content', async () => {
  const [head, whole] = [await get('a.txt', {}, 'HEAD'), await get('a.txt')];
  expect(head.headers).toEqual(whole.headers);
  expect(head.content).toBeNull();
});

it('an empty file', async () => {
  expect(await get('empty.txt')).toMatchObject({ status: 200, headers: { 'Content-Length': '0' }, content: null });
});

describe('what a browser could run is handed out to be saved', () => {
  it.each(['p.html', 's.svg', 'j.js', 'c.css', 'x.xml', 'u.bin', 'ü.zip'])('%s', async (name) => {
    const { headers } = await get(name);
    expect(headers['Content-Disposition']).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
    expect(headers['Content-Security-Policy']).toContain('sandbox');
    expect(headers['X-Content-Type-Options']).toBe('nosniff');
  });

  it.each([
    ['i.jpg', 'image/jpeg'],
    ['v.mp4', 'video/mp4'],
    ['d.pdf', 'application/pdf'],
    ['evil.php_.jpg', 'image/jpeg'],
  ])('%s is shown, as %s and nothing else', async (name, mime) => {
    const { headers } = await get(name);
    expect(headers).not.toHaveProperty('Content-Disposition');
    expect(headers).toMatchObject({
      'Content-Type': mime,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': expect.stringContaining("default-src 'none'"),
    });
  });

  it.each(['s.svg', 'x.xml', 'u.bin'])('%s has no type of its own', async (name) => {
    expect((await get(name)).headers['Content-Type']).toBe('application/octet-stream');
  });
});

describe('conditions', () => {
  it('an unchanged file is not sent again', async () => {
    const { ETag: etag, 'Last-Modified': modified } = (await get('a.txt')).headers;
    for (const headers of [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
    ]) {
      const answer = await get('a.txt', headers);
      expect(answer).toMatchObject({ status: 304, content: null, headers: { ETag: etag } });
      expect(answer.headers).not.toHaveProperty('Content-Length');
    }
  });

  it('a changed one is; the tag counts before the date', async () => {
    const { 'Last-Modified': modified } = (await get('a.txt')).headers;
    for (const headers of [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '"other"', 'if-modified-since': modified },
      { 'if-modified-since': new Date(0).toUTCString() },
      { 'if-modified-since': 'nonsense' },
    ]) {
      expect((await get('a.txt', headers)).status).toBe(200);
    }
  });
});

describe('ranges', () => {
  it('a part', async () => {
    expect(await get('v.mp4', { range: 'bytes=2-4' })).toMatchObject({
      status: 206,
      content: '234',
      headers: { 'Content-Range': 'bytes 2-4/10', 'Content-Length': '3' },
    });
  });

  it('outside of the file', async () => {
    expect(await get('v.mp4', { range: 'bytes=10-' })).toMatchObject({
      status: 416,
      content: null,
      headers: { 'Content-Range': 'bytes */10' },
    });
  });

  it.each([
    ['bytes=-4', '6789', 'bytes 6-9/10'],
    ['bytes=-400', '0123456789', 'bytes 0-9/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=7-700', '789', 'bytes 7-9/10'],
  ])('%s', async (range, content, said) => {
    expect(await get('v.mp4', { range })).toMatchObject({ status: 206, content, headers: { 'Content-Range': said } });
  });

  it.each(['bytes=-0', 'bytes=10-20'])('%s lies outside, and the answer still says what the file is', async (range) => {
    const { ETag: etag } = (await get('v.mp4')).headers;
    const answer = await get('v.mp4', { range });
    expect(answer).toMatchObject({ status: 416, content: null });
    expect(answer.headers).toEqual({
      'Content-Range': 'bytes */10',
      'Accept-Ranges': 'bytes',
      'Cache-Control': expect.any(String),
      'Last-Modified': expect.any(String),
      ETag: etag,
    });
  });

  it('a range of an empty file is nothing that could be sent', async () => {
    expect((await get('empty.txt', { range: 'bytes=0-' })).status).toBe(416);
  });

  it('several ranges, and other units, are the whole file', async () => {
    for (const range of ['bytes=0-1,3-4', 'pages=1-2'])
      expect(await get('v.mp4', { range })).toMatchObject({ status: 200, content: '0123456789' });
  });

  it('HEAD has no ranges', async () => {
    const whole = await get('v.mp4', {}, 'HEAD');
    expect(await get('v.mp4', { range: 'bytes=2-4' }, 'HEAD')).toEqual(whole);
    expect(whole).toMatchObject({ status: 200, headers: { 'Content-Length': '10' } });
  });

  it('a condition that is only as exact as a second, or a weak tag, sends the whole file', async () => {
    const { ETag: etag, 'Last-Modified': modified } = (await get('v.mp4')).headers;
    const range = 'bytes=0-1';
    // The file was changed less than a minute ago, so that its date proves nothing.
    expect((await get('v.mp4', { range, 'if-range': modified })).status).toBe(200);
    expect((await get('v.mp4', { range, 'if-range': `W/${etag}` })).status).toBe(200);
    const old = new Date(Date.now() - 3_600_000);
    await utimes(join(root, '2021/03/i.jpg'), old, old);
    const { 'Last-Modified': older } = (await get('i.jpg')).headers;
    expect((await get('i.jpg', { range, 'if-range': older })).status).toBe(206);
    expect((await get('i.jpg', { range, 'if-range': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(200);
  });

  it('a file that is unchanged is not sent again, in parts either', async () => {
    const { ETag: etag } = (await get('v.mp4')).headers;
    expect((await get('v.mp4', { range: 'bytes=0-1', 'if-none-match': etag })).status).toBe(304);
  });

  it('a part of a file that is still the same, or the whole of the new one', async () => {
    const { ETag: etag } = (await get('v.mp4')).headers;
    expect((await get('v.mp4', { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get('v.mp4', { range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200);
  });
});

it.each(['none.txt', '../../etc/passwd', '..%2f', '.htaccess', '', 'a.txt/'])('%j is not found', async (name) => {
  expect(await get(name)).toEqual({ status: 404, headers: {}, content: null });
});

it('a file that is replaced while it is opened is sent with its own length', async () => {
  await writeFile(join(root, '2021/03/changing.txt'), 'short');
  const contents = ['much longer than before', 'brief'];
  const changing: FileStore = {
    ...store,
    stat: async (path) => {
      const found = await store.stat(path);
      const next = contents.shift();
      if (next !== undefined) {
        await writeFile(join(root, 'next.txt'), next);
        await store.replace(path, join(root, 'next.txt'), 'text/plain');
      }
      return found;
    },
  };
  const answer = await serveFile(changing, { method: 'GET', path: '2021/03/changing.txt', headers: {} });
  expect(answer.headers['Content-Length']).toBe('5');
  expect(answer.body && (await text(answer.body))).toBe('brief');
});
