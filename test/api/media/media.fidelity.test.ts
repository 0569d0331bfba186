import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mp4, wav } from '../../support/sample-media.ts';
import { type MediaSite, mediaSite, month, picture } from './media-client.ts';

const beep = () => wav(2);
const clip = () => mp4({ width: 640, height: 272, seconds: 3 });

describe.each(['a', 'b'] as const)('media as clients know them, variant %s', (variant) => {
  let site: MediaSite;
  beforeAll(async () => {
    site = await mediaSite({ variant });
  });
  afterAll(() => site.close());

  const uploads = () => `http://site.test/wp-content/uploads/${month()}`;
  const send = async (name: string, content: Buffer | string, type = 'image/png', query = '') => {
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
    const file = { content, type, headers: { 'content-disposition': disposition } };
    const { status, body } = await site.upload('editor', file, query);
    expect(status).toBe(201);
    return body;
  };
  const write = async (path: string, body: object) =>
    (await site.as('editor').post(`/wp/v2/${path}`, { status: 'publish', ...body })).body;
  const small = () => picture(8, 8, 'png');

  describe('slugs', () => {
    it('a file gives way to a page, a post and another file', async () => {
      await write('pages', { title: 'About' });
      await write('posts', { title: 'Diary', content: 'x' });
      expect((await send('about.png', await small())).slug).toBe('about-2');
      expect((await send('diary.png', await small())).slug).toBe('diary-2');
      expect((await send('diary.png', await small())).slug).toBe('diary-1');
    });

    it('a file gives way to a page wherever it stands in the tree, and to a draft', async () => {
      const top = await write('pages', { title: 'Branch office' });
      await write('pages', { title: 'Map', parent: top.id });
      await write('posts', { title: 'Sketch', content: 'x', slug: 'sketch', status: 'draft' });
      expect((await send('map.png', await small())).slug).toBe('map-2');
      expect((await send('sketch.png', await small())).slug).toBe('sketch-2');
    });

    it('a page gives way to files beside it, a post does not', async () => {
      await send('contact.png', await small());
      expect((await write('pages', { title: 'Contact' })).slug).toBe('contact-2');
      expect((await write('posts', { title: 'Contact', content: 'x' })).slug).toBe('contact');
      const page = await write('pages', { title: 'Press' });
      await send('logo.png', await small(), 'image/png', `?post=${page.id}`);
      expect((await write('pages', { title: 'Logo', parent: page.id })).slug).toBe('logo-2');
      expect((await write('pages', { title: 'Logo' })).slug).toBe('logo');
    });

    it('changing a slug, moving and leaving the trash obey the same rule', async () => {
      await write('pages', { title: 'Taken' });
      const file = await send('free.png', await small());
      const update = (body: object) => site.as('editor').put(`/wp/v2/media/${file.id}`, body);
      expect((await update({ slug: 'taken' })).body.slug).toBe('taken-2');
      expect((await update({ slug: 'trash-me' })).body.slug).toBe('trash-me');
      await site.as('editor').delete(`/wp/v2/media/${file.id}`);
      await write('pages', { title: 'Trash me' });
      expect((await update({ status: 'publish' })).body.slug).toBe('trash-me-2');
    });

    it('a page and a file made at the same moment never share an address', async () => {
      const content = await small();
      const made = await Promise.all(
        Array.from({ length: 6 }, (_, n) => (n % 2 ? write('pages', { title: 'Rush' }) : send('rush.png', content))),
      );
      expect(new Set(made.map(({ link }) => link)).size).toBe(6);
    });
  });

  describe('pictures that move', () => {
    it('a GIF is offered in its copies only, never beside its full file', async () => {
      const still = await send('still.gif', await picture(1200, 600, 'gif'), 'image/gif');
      expect(still.description.rendered).toContain('srcset=');
      expect(still.description.rendered).not.toContain('still.gif 1200w');
      expect(still.description.rendered).toContain('still-300x150.gif 300w');
    });

    it('a GIF with one copy of its shape has no srcset, nor has its full file in a text', async () => {
      const loop = await send('loop.gif', await picture(400, 300, 'gif'), 'image/gif');
      expect(loop.description.rendered).toContain('loop-300x225.gif"');
      expect(loop.description.rendered).not.toContain('srcset');
      const img = `<img class="wp-image-${loop.id}" src="${loop.source_url}">`;
      expect((await write('posts', { title: 'x', content: img })).content.rendered).not.toContain('srcset');
      const gallery = await write('posts', { title: 'y', content: `[gallery ids="${loop.id}" size="full"]` });
      expect(gallery.content.rendered).toContain('loop.gif"');
      expect(gallery.content.rendered).not.toContain('srcset');
    });

    it('other pictures keep their full file among the candidates', async () => {
      const photo = await send('photo.png', await picture(400, 300, 'png'));
      expect(photo.description.rendered).toContain('photo.png 400w');
    });
  });

  describe('names and addresses of files', () => {
    it.each([
      ['a+b.png', 'ab.png'],
      ['IMG 1%20x.png', 'IMG-120x.png'],
      ['at@x.png', 'at@x.png'],
      ['a^b.png', 'a^b.png'],
      ['ünï.png', 'ünï.png'],
    ])('%s is kept as %s, and every address says so', async (name, kept) => {
      const body = await send(name, await picture(400, 300, 'png'));
      const stem = kept.slice(0, -4);
      expect(body.source_url).toBe(`${uploads()}/${kept}`);
      expect(body.guid.rendered).toBe(`${uploads()}/${kept}`);
      expect(body.media_details.sizes.medium.source_url).toBe(`${uploads()}/${stem}-300x225.png`);
      expect(body.media_details.sizes.full.source_url).toBe(`${uploads()}/${kept}`);
      expect(body.description.rendered).toContain(`<a href='${uploads()}/${kept}'>`);
      expect(body.description.rendered).toContain(`${uploads()}/${stem}-300x225.png 300w`);
      const served = await site.fetch(new URL(body.source_url).pathname);
      expect([served.status, served.headers['content-type']]).toEqual([200, 'image/png']);
    });

    it('a text finds the copies of a file by either spelling of its address', async () => {
      const { id, source_url } = await send('größe.png', await picture(400, 300, 'png'));
      for (const src of [source_url, encodeURI(source_url)]) {
        const content = `<img class="wp-image-${id}" src="${src}">`;
        const { rendered } = (await write('posts', { title: 'x', content })).content;
        expect(rendered).toContain('größe-300x225.png 300w');
      }
    });
  });

  describe('the name of the product', () => {
    it('is spelt right in everything a description shows, but for names of files', async () => {
      const query = '?alt_text=A+Wordpress+day&description=At+Wordpress';
      const { description } = await send('Wordpress.png', await small(), 'image/png', query);
      expect(description.rendered).toContain('alt="A WordPress day"');
      expect(description.rendered).toContain('<p>At WordPress</p>');
      expect(description.rendered).toContain('/Wordpress.png');
      const paper = await send('note.txt', 'x', 'text/plain', '?title=Wordpress');
      expect(paper.description.rendered).toContain('>WordPress</a>');
    });
  });

  describe('sounds and films', () => {
    const legacy = (kind: string) =>
      `<!--[if lt IE 9]><script>document.createElement('${kind}');</script><![endif]-->\n`;

    it('a sound is described by its player and captioned by its address', async () => {
      const { id, description, caption } = await send('beep.wav', beep(), 'audio/wav', '?description=Beeps');
      const url = `${uploads()}/beep.wav`;
      expect(description.rendered).toBe(
        `${legacy('audio')}<audio class="wp-audio-shortcode" id="audio-${id}-1" preload="none" style="width: 100%;" ` +
          `controls="controls"><source type="audio/wav" src="${url}?_=1" /><a href="${url}">${url}</a></audio>\n` +
          '<p>Beeps</p>\n',
      );
      expect(caption.rendered).toBe(`<p>${url} Beeps</p>\n`);
      const alone = await send('alone.wav', beep(), 'audio/wav');
      expect(alone.caption.rendered).toBe(`<p>${uploads()}/alone.wav</p>\n`);
    });

    it('a caption of its own stays, and every player of a list has its own number', async () => {
      const told = await send('told.wav', beep(), 'audio/wav', '?caption=Told');
      expect(told.caption.rendered).toBe('<p>Told</p>\n');
      const { body } = await site.as('anonymous').get('/wp/v2/media?media_type=audio');
      const ids = body.flatMap(
        (item: { description: { rendered: string } }) => /id="(audio-[^"]+)"/.exec(item.description.rendered)?.[1],
      );
      expect(new Set(ids).size).toBe(body.length);
      const comments = body.filter((item: { description: { rendered: string } }) =>
        item.description.rendered.includes('[if lt IE 9]'),
      );
      expect(comments).toEqual([body[0]]);
    });

    it('players are numbered in the order of descriptions, each with the one that a made caption leaves out', async () => {
      const numbers = (item: { description: { rendered: string } }) =>
        [...item.description.rendered.matchAll(/id="audio-\d+-(\d+)"/g)].map(([, number]) => Number(number));
      const told = await send('one.wav', beep(), 'audio/wav', '?caption=Told');
      const untold = await send('two.wav', beep(), 'audio/wav');
      const twice = await send('three.wav', beep(), 'audio/wav', '?description=[audio src="http://h.test/a.mp3"]');
      const ids = [untold.id, told.id, twice.id];
      const listed = await site.as('anonymous').get(`/wp/v2/media?include=${ids}&orderby=include`);
      expect(listed.body.map(numbers)).toEqual([[1], [3], [4, 5]]);
    });

    it('the answer to a change has the numbers of a second rendering', async () => {
      const changed = async (id: number, body: object) => {
        const { description } = (await site.as('editor').put(`/wp/v2/media/${id}`, body)).body;
        expect(description.rendered).not.toContain('[if lt IE 9]');
        return /id="(\w+-\d+-\d+)"/.exec(description.rendered)?.[1];
      };
      const { id } = await send('changed.wav', beep(), 'audio/wav');
      expect(await changed(id, { title: 'Changed' })).toBe(`audio-${id}-3`);
      expect(await changed(id, { caption: 'Told' })).toBe(`audio-${id}-2`);
      const film = await send('changed.mp4', clip(), 'video/mp4');
      expect(await changed(film.id, {})).toBe(`video-${film.id}-3`);
      const read = (await site.as('editor').get(`/wp/v2/media/${id}`)).body;
      expect(read.description.rendered).toContain(`id="audio-${id}-1"`);
    });

    it('the details of a sound', async () => {
      const { media_details, mime_type } = await send('told.wav', beep(), 'audio/wav');
      expect(mime_type).toBe('audio/wav');
      expect(media_details).toEqual({
        fileformat: 'wav',
        dataformat: 'wav',
        channels: 1,
        channelmode: 'mono',
        sample_rate: 8000,
        bits_per_sample: 8,
        codec: 'Pulse Code Modulation (PCM)',
        wformattag: 1,
        lossless: true,
        bitrate: 64_000,
        bitrate_mode: 'cbr',
        compression_ratio: 1,
        length: 2,
        length_formatted: '0:02',
        filesize: beep().length,
        mime_type: variant === 'a' ? 'audio/x-wav' : 'audio/x-wave',
        sizes: {},
      });
    });

    it('a film is described by a player of its shape and captioned by its address', async () => {
      const { id, description, caption, media_details } = await send('clip.mp4', clip(), 'video/mp4');
      const url = `${uploads()}/clip.mp4`;
      expect(description.rendered).toBe(
        `<div style="width: 640px;" class="wp-video">${legacy('video')}<video class="wp-video-shortcode" ` +
          `id="video-${id}-1" width="640" height="272" preload="metadata" controls="controls">` +
          `<source type="video/mp4" src="${url}?_=1" /><a href="${url}">${url}</a></video></div>\n`,
      );
      expect(caption.rendered).toBe(`<p>${url}</p>\n`);
      expect(media_details).toEqual({
        fileformat: 'mp4',
        dataformat: 'quicktime',
        width: 640,
        height: 272,
        length: 3,
        length_formatted: '0:03',
        audio: {
          dataformat: 'mp4',
          codec: 'ISO/IEC 14496-3 AAC',
          channels: 2,
          channelmode: 'stereo',
          sample_rate: 48_000,
          bits_per_sample: 16,
          lossless: false,
        },
        filesize: clip().length,
        mime_type: 'video/mp4',
        sizes: {},
      });
    });

    it('a sound that no browser plays is described by the link of the shortcode', async () => {
      const flac = Buffer.concat([Buffer.from('fLaC80000022', 'latin1').subarray(0, 4), Buffer.alloc(60)]);
      const { description, caption } = await send('raw.flac', flac, 'audio/flac');
      const url = `${uploads()}/raw.flac`;
      expect(description.rendered).toBe(`<a class="wp-embedded-audio" href="${url}">${url}</a>\n`);
      expect(caption.rendered).toBe(`<p>${url}</p>\n`);
    });

    it('a file of a protected or hidden text shows no player to those who may not read it', async () => {
      const owner = await write('posts', { title: 'Secret', content: 'x', status: 'private' });
      const file = await send('hidden.wav', beep(), 'audio/wav', `?post=${owner.id}`);
      expect((await site.as('anonymous').get(`/wp/v2/media/${file.id}`)).status).toBeGreaterThan(400);
    });
  });
});
