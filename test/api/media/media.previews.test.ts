import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wav } from '../../support/sample-media.ts';
import { type MediaSite, mediaSite, picture } from './media-client.ts';

/** Those that make pictures of files. The tests need them: a site without them is tested below, on a PATH of its own. */
const programs = ['ffmpeg', 'pdftoppm'];

let folder: string;
let site: MediaSite;
beforeAll(async () => {
  const missing = programs.filter((name) => spawnSync(name, ['-version'], { stdio: 'ignore' }).error);
  if (missing.length > 0)
    throw new Error(`${missing.join(' and ')} must be installed for this test: apt-get install ffmpeg poppler-utils`);
  folder = await mkdtemp(join(tmpdir(), 'platen-previews-'));
  site = await mediaSite({ variant: 'c' });
});
afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A film of two seconds with a frame that is red. */
async function film(): Promise<Buffer> {
  const file = join(folder, 'film.mp4');
  const source = ['-f', 'lavfi', '-i', 'color=c=red:s=320x240:d=2', '-c:v', 'mpeg4', '-y', file];
  execFileSync('ffmpeg', ['-v', 'error', ...source]);
  return readFile(file);
}

/** A document of one empty page, US letter. */
function document(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((body, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj${body}endobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 4\n0000000000 65535 f \n${table}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text + end);
}

/** A sound with a picture in its tags. */
async function song(cover: Buffer): Promise<Buffer> {
  const type = Buffer.from('\0image/jpeg\0\x03\0', 'latin1');
  const body = Buffer.concat([type, cover]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length);
  const frame = Buffer.concat([Buffer.from('APIC'), size, Buffer.alloc(2), body]);
  const length = frame.length;
  const synchsafe = Buffer.from([21, 14, 7, 0].map((shift) => (length >> shift) & 127));
  const tag = Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), synchsafe, frame]);
  // One frame of silence, many times: MPEG 1 layer III, 128 kbit/s, 44.1 kHz.
  const silence = Buffer.alloc(417);
  silence.writeUInt32BE(0xfffb9064);
  return Buffer.concat([tag, ...Array.from({ length: 40 }, () => silence)]);
}

const item = async (id: number) => (await site.as('author').get(`/wp/v2/media/${id}`)).body;

describe('a PDF', () => {
  it('has its first page as a picture, in sizes that are not cut, and all of them go with it', async () => {
    const { body } = await site.upload('author', { name: 'Paper.pdf', content: document(), type: 'application/pdf' });
    const { sizes } = body.media_details;
    expect(Object.keys(sizes)).toEqual(['full', 'medium', 'large', 'thumbnail']);
    expect(sizes.full).toMatchObject({ file: 'Paper-pdf.jpg', width: 1088, height: 1408, mime_type: 'image/jpeg' });
    expect(sizes.thumbnail).toMatchObject({ file: 'Paper-pdf-116x150.jpg', width: 116, height: 150 });
    expect(sizes.medium).toMatchObject({ width: 232, height: 300 });
    expect(sizes.large).toMatchObject({ width: 791, height: 1024 });
    for (const { source_url: url } of Object.values<{ source_url: string }>(sizes))
      expect(await site.fetch(new URL(url).pathname)).toMatchObject({ status: 200 });
    expect(body.source_url).toMatch(/\/Paper\.pdf$/);
    await site.as('author').delete(`/wp/v2/media/${body.id}?force=true`);
    expect((await site.stored()).filter((name) => name.startsWith('Paper'))).toEqual([]);
  });

  it('that cannot be read is stored without one', async () => {
    const content = Buffer.from('%PDF-1.4\nnothing more');
    const { status, body } = await site.upload('author', { name: 'bad.pdf', content, type: 'application/pdf' });
    expect([status, body.media_details.sizes]).toEqual([201, {}]);
  });
});

describe('a film', () => {
  it('has a frame of it as its featured picture', async () => {
    const { body } = await site.upload('author', { name: 'red.mp4', content: await film(), type: 'video/mp4' });
    const { featured_media: id } = await item(body.id);
    expect(id).toBeGreaterThan(0);
    expect(await item(id)).toMatchObject({
      mime_type: 'image/jpeg',
      media_details: { width: 320, height: 240 },
      source_url: expect.stringMatching(/red-mp4-image\.jpg$/),
    });
  });

  it('that names other files shows none of them', async () => {
    const content = Buffer.from(
      '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n',
    );
    const { body } = await site.upload('author', { name: 'list.mp4', content, type: 'video/mp4' });
    if (body.id) expect((await item(body.id)).featured_media).toBe(0);
    else expect(body.data.status).toBe(400);
  });
});

describe('a sound', () => {
  it('has its cover as its featured picture, and shares it with others of the same cover', async () => {
    const content = await song(await picture(300, 300));
    const [one, other] = [
      await site.upload('author', { name: 'one.mp3', content, type: 'audio/mpeg' }),
      await site.upload('author', { name: 'other.mp3', content, type: 'audio/mpeg' }),
    ];
    const [first, second] = [await item(one.body.id), await item(other.body.id)];
    expect(first.featured_media).toBeGreaterThan(0);
    expect(second.featured_media).toBe(first.featured_media);
    expect(await item(first.featured_media)).toMatchObject({ media_details: { width: 300, height: 300 } });
    expect(first.media_details.length).toBeGreaterThan(0);
  });

  it('without a cover has none, and one whose cover is no picture is stored without it', async () => {
    const bare = await site.upload('author', { name: 'bare.wav', content: wav(1), type: 'audio/wav' });
    const content = await song(Buffer.from('no picture'));
    const broken = await site.upload('author', { name: 'broken.mp3', content, type: 'audio/mpeg' });
    for (const { body } of [bare, broken]) expect((await item(body.id)).featured_media).toBe(0);
    expect(await site.spooled()).toEqual([]);
  });
});

it('a drawing is never read by a program', async () => {
  const content = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
  const { status } = await site.upload('administrator', { name: 'a.svg', content, type: 'image/svg+xml' });
  expect(status).toBe(400);
});

describe('without the programs', () => {
  const path = process.env['PATH'];
  let bare: MediaSite;
  beforeAll(async () => {
    // Processes that read files get the PATH of the server when they start.
    process.env['PATH'] = '';
    bare = await mediaSite({ variant: 'c' });
  });
  afterAll(async () => {
    process.env['PATH'] = path;
    await bare.close();
  });

  it('documents and films are stored as they are, and covers are still read', async () => {
    process.env['PATH'] = path;
    const content = { film: await film(), song: await song(await picture(200, 200)) };
    process.env['PATH'] = '';
    const pdf = await bare.upload('author', { name: 'Paper.pdf', content: document(), type: 'application/pdf' });
    expect([pdf.status, pdf.body.media_details.sizes]).toEqual([201, {}]);
    const video = await bare.upload('author', { name: 'red.mp4', content: content.film, type: 'video/mp4' });
    const shown = (await bare.as('author').get(`/wp/v2/media/${video.body.id}`)).body;
    expect(shown).toMatchObject({ featured_media: 0, media_details: { length: 2, width: 320, height: 240 } });
    const sound = await bare.upload('author', { name: 'one.mp3', content: content.song, type: 'audio/mpeg' });
    const cover = (await bare.as('author').get(`/wp/v2/media/${sound.body.id}`)).body.featured_media;
    expect(cover).toBeGreaterThan(0);
  });
});

it('switched off, nothing is made of a file', async () => {
  const off = await mediaSite({ variant: 'c', mediaPreviews: false });
  try {
    const pdf = await off.upload('author', { name: 'Paper.pdf', content: document(), type: 'application/pdf' });
    expect(pdf.body.media_details.sizes).toEqual({});
  } finally {
    await off.close();
  }
});
