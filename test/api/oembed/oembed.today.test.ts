import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediaSite, mediaSite, picture } from '../media/media-client.ts';

let site: MediaSite;
beforeAll(async () => {
  site = await mediaSite({ variant: 'c' });
});
afterAll(() => site.close());

const write = async (row: object): Promise<number> => {
  const made = await site.as('editor').post('/wp/v2/posts', { status: 'publish', ...row });
  expect(made.status).toBe(201);
  return made.body.id;
};
const embed = async (id: number) =>
  (await site.as('anonymous').get(`/oembed/1.0/embed?url=${encodeURIComponent(`http://site.test/?p=${id}`)}`)).body;

describe('the provider in variant c', () => {
  it('gives the quotation and the frame one secret, and a script that listens for it', async () => {
    const { html } = await embed(await write({ title: 'Embedded' }));
    const secrets = [...html.matchAll(/(?:data-secret="|#\?secret=)(\w+)"/g)].map(([, secret]) => secret);
    expect(secrets).toHaveLength(3);
    expect(new Set(secrets).size).toBe(1);
    expect(html).toMatch(/<\/blockquote><iframe [^>]*><\/iframe><script>.*<\/script>\n$/s);
  });

  it('gives the title as readers see it', async () => {
    expect((await embed(await write({ title: 'Tea "time"' }))).title).toBe('Tea &#8220;time&#8221;');
  });

  it('says in the title that a post is protected', async () => {
    expect((await embed(await write({ title: 'Locked', password: 'x' }))).title).toBe('Protected: Locked');
  });

  it('shows the smallest copy of a picture that is as wide as the embed', async () => {
    const content = await picture(1200, 900);
    const { id } = (await site.upload('editor', { name: 'photo.jpg', type: 'image/jpeg', content })).body;
    const body = await embed(await write({ title: 'Pictured', featured_media: id }));
    expect(body.thumbnail_url).toMatch(/photo-768x576\.jpg$/);
    expect([body.thumbnail_width, body.thumbnail_height]).toEqual([600, 450]);
  });
});
