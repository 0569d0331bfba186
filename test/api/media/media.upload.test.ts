import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileHeaders } from '../../../admin/src/api/file-headers.ts';
import { type MediaSite, mediaSite, month, picture } from './media-client.ts';

let site: MediaSite;
beforeAll(async () => {
  site = await mediaSite();
});
afterAll(() => site.close());

const text = (name: string, content = 'words') => ({ name, content, type: 'text/plain' });

describe('a file as the body', () => {
  it('a photograph is kept, measured and copied', async () => {
    const { status, headers, body } = await site.upload('author', {
      name: 'Sea side.JPG',
      content: await picture(1500, 1000),
      type: 'image/jpeg',
    });
    const folder = `http://site.test/wp-content/uploads/${month()}`;
    expect(status).toBe(201);
    expect(headers['location']).toBe(`http://site.test/wp-json/wp/v2/media/${body.id}`);
    expect(body).toMatchObject({
      title: { raw: 'Sea-side' },
      slug: 'sea-side',
      status: 'inherit',
      type: 'attachment',
      media_type: 'image',
      mime_type: 'image/jpeg',
      source_url: `${folder}/Sea-side.jpg`,
      guid: { rendered: `${folder}/Sea-side.jpg` },
      post: null,
      comment_status: 'open',
      ping_status: 'closed',
      author: site.users.author,
    });
    expect(body.media_details).toMatchObject({
      width: 1500,
      height: 1000,
      file: `${month()}/Sea-side.jpg`,
      sizes: {
        thumbnail: { file: 'Sea-side-150x150.jpg', source_url: `${folder}/Sea-side-150x150.jpg` },
        medium: { width: 300, height: 200 },
        medium_large: { width: 768, height: 512 },
        large: { width: 1024, height: 683 },
        full: { width: 1500, height: 1000, source_url: `${folder}/Sea-side.jpg` },
      },
    });
    expect(body.description.rendered).toContain(
      `<p class="attachment"><a href='${folder}/Sea-side.jpg'><img width="300"`,
    );
  });

  it('a file that is no picture is linked by its name', async () => {
    const { body } = await site.upload('author', {
      name: 'Report.pdf',
      content: '%PDF-1.4\n%%EOF',
      type: 'application/pdf',
    });
    expect(body).toMatchObject({ media_type: 'file', media_details: {}, caption: { rendered: '<p>Report</p>\n' } });
    expect(body.description.rendered).toBe(`<p class="attachment"><a href='${body.source_url}'>Report</a></p>\n`);
  });

  it('equal names are told apart', async () => {
    const first = await site.upload('author', text('same.txt'));
    const second = await site.upload('editor', text('same.txt'));
    expect([first.body.source_url, second.body.source_url].map((url: string) => url.split('/').at(-1))).toEqual([
      'same.txt',
      'same-1.txt',
    ]);
    expect(second.body.title.raw).toBe('same-1');
  });

  it.each([
    ['no name', { content: 'x', type: 'text/plain' }, 400, 'rest_upload_no_content_disposition'],
    [
      'a name without a file name',
      { content: 'x', type: 'text/plain', headers: { 'content-disposition': 'attachment' } },
      400,
      'rest_upload_invalid_disposition',
    ],
    ['nothing in it', { ...text('a.txt', ''), headers: {} }, 400, 'rest_upload_no_data'],
    [
      'fields instead of a file',
      { content: '{"title":"x"}', type: 'application/json' },
      400,
      'rest_upload_no_content_disposition',
    ],
    ['no type', { name: 'a.txt', content: Buffer.from('x') }, 400, 'rest_upload_no_content_type'],
    ['a type nobody may store', text('a.exe'), 400, 'rest_upload_sideload_error'],
  ])('%s is refused', async (_, file, status, code) => {
    expect(await site.upload('author', file)).toMatchObject({ status, body: { code } });
    expect(await site.spooled()).toEqual([]);
  });

  it.each([
    ['Sommer im Café (1).txt', 'Sommer-im-Café-1'],
    ["What's *new*; 100% “true”.txt", 'Whats-new-100-true'],
    ['日本語 メモ.txt', '日本語-メモ'],
  ])('the admin page sends %s under its own name', async (name, stem) => {
    const headers = fileHeaders({ name, type: 'text/plain' });
    const { status, body } = await site.upload('author', { content: `words of ${stem}`, headers });
    expect([status, body.title?.raw]).toEqual([201, stem]);
    expect(decodeURIComponent(body.source_url)).toBe(`http://site.test/wp-content/uploads/${month()}/${stem}.txt`);
  });

  it('the checksum, in either spelling, is held to', async () => {
    const hex = createHash('md5').update('words').digest('hex');
    const base64 = Buffer.from(hex, 'hex').toString('base64');
    const sent = (md5: string) => site.upload('author', { ...text('sum.txt'), headers: { 'content-md5': md5 } });
    expect((await sent(hex)).status).toBe(201);
    expect((await sent(base64)).status).toBe(201);
    const before = await site.stored();
    expect(await sent('0'.repeat(32))).toMatchObject({ status: 412, body: { code: 'rest_upload_hash_mismatch' } });
    expect(await site.stored()).toEqual(before);
  });

  it('fields can stand in the address', async () => {
    const { body } = await site.upload(
      'author',
      text('q.txt'),
      '?title=Asked&alt_text=Alt&caption=Cap&description=Desc',
    );
    expect(body).toMatchObject({
      title: { raw: 'Asked' },
      alt_text: 'Alt',
      caption: { raw: 'Cap' },
      description: { raw: 'Desc' },
    });
  });
});

describe('a file in a form', () => {
  it('is kept with the fields beside it', async () => {
    const { status, body } = await site.uploadForm(
      'author',
      { name: 'in-form.png', content: await picture(20, 20, 'png'), type: 'image/png' },
      {
        title: 'Named',
        slug: 'Some Slug',
        alt_text: '<b>Alt</b>',
        date: '2021-03-02T08:00:00',
        comment_status: 'closed',
      },
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: { raw: 'Named' },
      slug: 'some-slug',
      alt_text: 'Alt',
      date: '2021-03-02T08:00:00',
      comment_status: 'closed',
    });
  });

  it('may bring the path it had', async () => {
    const { body } = await site.uploadForm('author', { name: 'C:\\Users\\x\\from-path.txt', content: 'x' });
    expect(body.source_url).toMatch(/\/from-path\.txt$/);
  });

  it.each([
    ['in a part of another name', { field: 'picture', name: 'a.txt', content: 'x' }, {}, 'rest_upload_unknown_error'],
    ['of a type nobody may store', { name: 'a.php', content: '<?php' }, {}, 'rest_upload_unknown_error'],
    ['with nothing in it', { name: 'a.txt', content: '' }, {}, 'rest_upload_unknown_error'],
    ['with a field that is wrong', { name: 'a.txt', content: 'x' }, { status: 'bogus' }, 'rest_invalid_param'],
    ['with an id', { name: 'a.txt', content: 'x' }, { id: '7' }, 'rest_post_exists'],
  ])('is refused %s', async (_, file, fields, code) => {
    const before = await site.stored();
    const { status, body } = await site.uploadForm('author', file, fields);
    expect([status, body.code]).toEqual([400, code]);
    expect(await site.stored()).toEqual(before);
    expect(await site.spooled()).toEqual([]);
  });

  it('is refused in the name of another, also where the form says so', async () => {
    const file = { name: 'a.txt', content: 'x' };
    const fields = { author: String(site.users.editor) };
    expect(await site.uploadForm('author', file, fields)).toMatchObject({
      status: 403,
      body: { code: 'rest_cannot_edit_others' },
    });
    expect((await site.uploadForm('editor', file, fields)).status).toBe(201);
  });

  it('broken parts are a refusal, and the server lives on', async () => {
    const authorization = `Basic ${Buffer.from('the-author:pw-author').toString('base64')}`;
    for (const body of ['--y--', '--x\r\n\r\n']) {
      const answer = await site.fetch('/wp-json/wp/v2/media', {
        method: 'POST',
        headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
        body,
      });
      expect(answer.status).toBe(400);
    }
    expect(await site.spooled()).toEqual([]);
  });
});

describe('who may upload', () => {
  it.each([
    ['anonymous', 401],
    ['subscriber', 403],
    ['contributor', 403],
    ['author', 201],
    ['editor', 201],
    ['administrator', 201],
  ] as const)('%s: %i', async (who, status) => {
    const answer = await site.upload(who, text('who.txt'));
    expect(answer.status).toBe(status);
    if (status !== 201) expect(answer.body.code).toBe('rest_cannot_create');
  });

  it('to a post: those who may edit it', async () => {
    const { body: post } = await site.as('editor').post('/wp/v2/posts', { title: 'Mine', status: 'publish' });
    const to = (id: number) => `?post=${id}`;
    expect(await site.upload('author', text('to.txt'), to(post.id))).toMatchObject({
      status: 403,
      body: { code: 'rest_cannot_edit' },
    });
    expect(await site.upload('author', text('to.txt'), to(999_999))).toMatchObject({
      status: 403,
      body: { code: 'rest_cannot_edit' },
    });
    const { status, body } = await site.upload('editor', text('to.txt'), to(post.id));
    expect(status).toBe(201);
    expect(body).toMatchObject({ post: post.id, link: `${post.link}to/` });
    expect(await site.upload('editor', text('on.txt'), to(body.id))).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param' },
    });
  });

  it('pages and scripts: those whose markup is not filtered', async () => {
    for (const file of [
      { name: 'p.html', content: '<p>Hello</p>', type: 'text/html' },
      { name: 's.js', content: 'run();', type: 'application/javascript' },
    ]) {
      expect(await site.upload('author', file)).toMatchObject({
        status: 400,
        body: { code: 'rest_upload_sideload_error' },
      });
      expect((await site.upload('editor', file)).status).toBe(201);
    }
  });
});

it('an upload that breaks off leaves nothing', async () => {
  const before = await site.stored();
  const authorization = `Basic ${Buffer.from('the-author:pw-author').toString('base64')}`;
  const headers = {
    authorization,
    'content-type': 'text/plain',
    'content-disposition': 'attachment; filename="half.txt"',
    'content-length': '1000000',
  };
  const upload = request(`${site.origin}/wp-json/wp/v2/media`, { method: 'POST', headers, agent: false });
  upload.on('error', () => {});
  upload.write('x'.repeat(100_000));
  await expect.poll(() => site.spooled()).toHaveLength(1);
  upload.destroy();
  await expect.poll(() => site.spooled()).toEqual([]);
  expect(await site.stored()).toEqual(before);
});

it('a camera that described its picture names it', async () => {
  const { default: sharp } = await import('sharp');
  const described = (text: string) =>
    sharp({ create: { width: 10, height: 10, channels: 3, background: '#fff' } })
      .jpeg()
      .withExif({ IFD0: { ImageDescription: text, Artist: 'Jo' } })
      .toBuffer();
  const short = await site.upload('author', {
    name: 'c1.jpg',
    content: await described('Red barn'),
    type: 'image/jpeg',
  });
  expect(short.body).toMatchObject({ title: { raw: 'Red barn' }, caption: { raw: 'Red barn' }, slug: 'red-barn' });
  expect(short.body.media_details.image_meta).toMatchObject({ credit: 'Jo', caption: 'Red barn' });
  const long = await site.upload('author', {
    name: 'c2.jpg',
    content: await described('x'.repeat(90)),
    type: 'image/jpeg',
  });
  expect(long.body).toMatchObject({ title: { raw: 'c2' }, caption: { raw: 'x'.repeat(90) } });
});

it('a file larger than the site takes is refused before it is kept', async () => {
  const small = await mediaSite({ uploadLimitMegabytes: 1 });
  try {
    const large = { name: 'large.txt', content: 'x'.repeat(1_100_000), type: 'text/plain' };
    expect(await small.upload('author', large)).toMatchObject({
      status: 413,
      body: { code: 'rest_upload_file_too_big' },
    });
    expect((await small.uploadForm('author', large)).status).toBe(413);
    expect(await small.stored()).toEqual([]);
    expect(await small.spooled()).toEqual([]);
  } finally {
    await small.close();
  }
});
