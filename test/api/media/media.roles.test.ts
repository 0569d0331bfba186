import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../support/platen.ts';
import { type MediaSite, mediaSite, picture } from './media-client.ts';

let site: MediaSite;
/** A private picture of an editor, and a picture of an author. */
let hidden: { id: number; source_url: string };
let open: { id: number; source_url: string };
let folder: number;
beforeAll(async () => {
  site = await mediaSite({ variant: 'c' });
  const content = await picture(60, 40);
  const upload = async (who: Role, name: string) =>
    (await site.upload(who, { name, content, type: 'image/jpeg' })).body as typeof open;
  hidden = await upload('editor', 'hidden.jpg');
  open = await upload('author', 'open.jpg');
  await site.as('editor').post(`/wp/v2/media/${hidden.id}`, { status: 'private' });
  folder = (await site.as('editor').post('/platen/v1/media/folders', { name: 'Drawer' })).body.id;
});
afterAll(() => site.close());

const roles = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
type Statuses = readonly [number, number, number, number, number, number];

const turn = { modifiers: [{ type: 'rotate', args: { angle: 90 } }] };
/** A request with nothing in it that is right, so that the status of those who may is that of the second check. */
type Ask = readonly [name: string, (who: Role) => Promise<{ status: number }>, Statuses];

const asks: readonly Ask[] = [
  ['the list', (who) => site.as(who).get('/platen/v1/media'), [401, 403, 403, 200, 200, 200]],
  ['the scan', (who) => site.as(who).get('/platen/v1/media/scan'), [401, 403, 403, 200, 200, 200]],
  ['the folders', (who) => site.as(who).get('/platen/v1/media/folders'), [401, 403, 403, 200, 200, 200]],
  ['the tags', (who) => site.as(who).get('/platen/v1/media/tags'), [401, 403, 403, 200, 200, 200]],
  ['a private file', (who) => site.as(who).get(`/platen/v1/media/${hidden.id}`), [401, 403, 403, 403, 200, 200]],
  [
    'addresses of a private file',
    (who) => site.as(who).get(`/platen/v1/media/${hidden.id}/addresses`),
    [401, 403, 403, 403, 200, 200],
  ],
  [
    'uses of a private file',
    (who) => site.as(who).get(`/platen/v1/media/uses?ids=${hidden.id}`),
    [401, 403, 403, 403, 200, 200],
  ],
  [
    'proposals for a private file',
    (who) => site.as(who).get(`/platen/v1/media/${hidden.id}/alt-text-proposals`),
    [401, 403, 403, 403, 200, 200],
  ],
  [
    'details of another',
    (who) => site.as(who).post(`/platen/v1/media/${hidden.id}`, { decorative: true }),
    [401, 403, 403, 403, 200, 200],
  ],
  [
    'a bulk change with one of another',
    (who) => site.as(who).post('/platen/v1/media/bulk', { ids: [open.id, hidden.id], folder }),
    [401, 403, 403, 403, 200, 200],
  ],
  [
    'alternative texts with one of another',
    (who) => site.as(who).post('/platen/v1/media/alt-texts', { items: [{ id: hidden.id, alt_text: 'x' }] }),
    [401, 403, 403, 403, 200, 200],
  ],
  [
    'a version of another',
    (who) => site.as(who).post(`/platen/v1/media/${hidden.id}/edit`, { src: 'other', ...turn }),
    [401, 403, 403, 403, 409, 409],
  ],
  [
    'the first version of another',
    (who) => site.as(who).post(`/platen/v1/media/${hidden.id}/restore`, { src: 'other' }),
    [401, 403, 403, 403, 409, 409],
  ],
  [
    'copies of another',
    (who) => site.as(who).post(`/platen/v1/media/${hidden.id}/regenerate`, {}),
    [401, 403, 403, 403, 200, 200],
  ],
  ['copies of all', (who) => site.as(who).get('/platen/v1/media/regeneration'), [401, 403, 403, 403, 403, 200]],
  [
    'a folder renamed',
    (who) => site.as(who).post(`/platen/v1/media/folders/${folder}`, { name: 'Drawer' }),
    [401, 403, 403, 403, 200, 200],
  ],
  [
    'an upload begun',
    (who) => site.as(who).post('/platen/v1/uploads', undefined, { 'tus-resumable': '1.0.0', 'upload-length': '0' }),
    [401, 403, 403, 400, 400, 400],
  ],
];

describe('each role', () => {
  it.each(asks)('%s', async (_name, ask, expected) => {
    const found: number[] = [];
    for (const who of roles) found.push((await ask(who)).status);
    expect(found).toEqual(expected);
  });

  it('lists and counts show nobody a private file who may not read it', async () => {
    for (const [who, most] of [
      ['author', 1],
      ['editor', 2],
    ] as const)
      for (const query of ['', '?search=hidden', `?folder=${folder}`, '?media_type=image']) {
        const { body, headers } = await site.as(who).get(`/platen/v1/media${query}`);
        const ids = body.map(({ id }: { id: number }) => id);
        expect(ids.includes(hidden.id)).toBe(most === 2);
        expect(Number(headers['x-wp-total'])).toBe(ids.length);
      }
  });
});
