import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processorMs, readersOf, tinyBoxes } from '../../support/hostile-files.ts';
import { pngBomb } from '../../support/png-bomb.ts';
import { type MediaSite, mediaSite, picture } from './media-client.ts';

let site: MediaSite;
beforeAll(async () => {
  site = await mediaSite();
});
afterAll(() => site.close());

const php = '<?php system($_GET["c"]);';
const html = '<!doctype html><script>alert(document.domain)</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

function manyFrames(count: number): Buffer {
  const frame = Buffer.from('2c00000000010001000002024c0100', 'hex');
  const start = Buffer.from('4749463839610a000a00800000000000ffffff', 'hex');
  return Buffer.concat([start, ...Array.from({ length: count }, () => frame), Buffer.from(';')]);
}

describe('is refused, and nothing is left', () => {
  it.each([
    ['a script', 'a.php', php],
    ['a script by another name', 'a.phtml', php],
    ['a script with a picture before it', 'a.jpg.php', php],
    ['a script with a dot after it', 'a.php.', php],
    ['a script with a blank after it', 'a.php ', php],
    ['a script in an archive', 'a.phar', php],
    ["a server's settings", '.htaccess', 'AddHandler php .jpg'],
    ['a drawing that scripts', 'a.svg', svg],
    ['a drawing that scripts, packed', 'a.svgz', svg],
    ['a page for one whose markup is filtered', 'a.html', html],
    ['a script for one whose markup is filtered', 'a.js', 'alert(1)'],
    ['a page called a picture', 'a.jpg', html],
    ['a drawing called a picture', 'a.png', svg],
    ['a script called a picture', 'a.jpg', php],
    ['PostScript called a picture', 'a.jpg', '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 1 1\n'],
    ['a paper called a picture', 'a.jpg', '%PDF-1.4\n1 0 obj'],
    ['a drawing script called a picture', 'a.jpg', "push graphic-context\nimage over 0,0 1,1 'https://x/'\n"],
    ['an archive called a picture', 'a.gif', Buffer.from('504b030414000000080000002100', 'hex')],
    ['a program called a picture', 'a.png', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
    ['the first letters of a picture before a page', 'a.gif', `GIF89a/*${html}*/`],
    ['the first bytes of a picture and no more', 'a.jpg', Buffer.from('ffd8ffe0', 'hex')],
    ['more pixels than memory', 'a.png', pngBomb(50_000, 50_000)],
    ['more frames than sense', 'a.gif', manyFrames(5_000)],
    ['nothing but an extension', '.jpg', 'x'],
  ])('%s', async (_, name, content) => {
    const before = await site.stored();
    const answer = await site.upload('author', { name, content, type: 'image/jpeg' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'rest_upload_sideload_error' } });
    expect(await site.stored()).toEqual(before);
    expect(await site.spooled()).toEqual([]);
  });
});

describe('is kept under a name that does no harm', () => {
  it.each([
    ['an inner script extension', 'shot.php.jpg', 'shot.php_.jpg'],
    ['a written-out zero byte', 'zero.php%00.jpg', 'zero.php00.jpg'],
    ['markup', '<img src=x onerror=alert(1)>.jpg', 'img-srcx-onerroralert1.jpg'],
    ['a way up', '../../../../etc/up.jpg', 'etcup.jpg'],
    ['a way up, written the other way', '..\\..\\down.jpg', 'down.jpg'],
    ['a wrong extension', 'really-a-jpeg.png', 'really-a-jpeg.jpg'],
    ['a very long name', `${'n'.repeat(400)}.jpg`, `${'n'.repeat(180)}.jpg`],
  ])('%s', async (_, name, kept) => {
    const { status, body } = await site.upload('author', { name, content: await picture(4, 4), type: 'image/jpeg' });
    expect(status).toBe(201);
    expect(body.source_url.split('/').at(-1)).toBe(kept);
    expect(await site.stored()).toContain(kept);
    expect(body.title.rendered).not.toMatch(/<(?!b>)/);
  });

  it.each([
    ['a right-to-left mark', "attachment; filename*=UTF-8''invoice%E2%80%AEgpj.jpg", 'invoicegpj.jpg'],
    ['a line break', "attachment; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x.jpg", 'a-Set-Cookie-x.jpg'],
    ['a zero byte', "attachment; filename*=UTF-8''z.php%00.jpg", 'z.php_.jpg'],
    ['another script', "attachment; filename*=UTF-8''%E6%97%A5%E6%9C%AC.jpg", '日本.jpg'],
  ])('%s in an encoded name', async (_, disposition, kept) => {
    const content = await picture(4, 4);
    const headers = { 'content-disposition': disposition };
    const { status, body } = await site.upload('author', { content, type: 'image/jpeg', headers });
    expect(status).toBe(201);
    expect(body.source_url.split('/').at(-1)).toBe(kept);
    expect((await site.fetch(new URL(body.source_url).pathname)).status).toBe(200);
  });
});

describe('whatever is stored, it is served as what it is called and runs nothing', () => {
  it('a page of an editor is handed out to be saved', async () => {
    const { body } = await site.upload('editor', { name: 'page.html', content: html, type: 'text/html' });
    const { headers } = await site.fetch(new URL(body.source_url).pathname);
    expect(headers['content-disposition']).toMatch(/^attachment/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it('script text under a defused picture name is a picture to browsers, and nothing is told about it', async () => {
    const { status, body } = await site.upload('author', { name: 'evil.php.jpg', content: php, type: 'image/jpeg' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ mime_type: 'image/jpeg', media_details: {} });
    expect(body.source_url).toMatch(/\/evil\.php_\.jpg$/);
    const { headers } = await site.fetch(new URL(body.source_url).pathname);
    expect(headers['content-type']).toBe('image/jpeg');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('a real picture with a page behind it stays a picture', async () => {
    const both = Buffer.concat([await picture(8, 8, 'gif'), Buffer.from(html)]);
    const { body } = await site.upload('author', { name: 'both.gif', content: both, type: 'text/html' });
    const answer = await site.fetch(new URL(body.source_url).pathname);
    expect(answer.headers['content-type']).toBe('image/gif');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });
});

it('a film that takes too long to read is kept without details, and the server is free again', async () => {
  const content = tinyBoxes(60_000_000);
  const { status, body } = await site.upload('author', { name: 'boxes.mp4', content, type: 'video/mp4' });
  expect(status).toBe(201);
  expect(body.media_details).toMatchObject({ filesize: content.length, mime_type: 'video/mp4' });
  const inTheNextSecond = async (): Promise<number> => {
    const before = process.cpuUsage();
    await pause(1000);
    return processorMs(before);
  };
  // What was sent is collected first.
  await expect.poll(inTheNextSecond).toBeLessThan(300);
  expect(await site.spooled()).toEqual([]);
  expect(await readersOf(join(site.platen.config.dataDir, 'spool'))).toEqual([]);
});
