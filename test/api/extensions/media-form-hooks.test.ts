import { afterEach, expect, it, vi } from 'vitest';
import { defineExtension, refuse } from '../../../src/extension.ts';
import { fileHashesTable } from '../../../src/media/file-hashes.ts';
import { mediaUsageTable } from '../../../src/media/uploads/media-usage.ts';
import { type FormSite, formSite } from '../forms/form-client.ts';
import { type MediaSite, mediaSite, picture } from '../media/media-client.ts';

let site: FormSite | MediaSite;
afterEach(() => site.close());

const until = (what: () => unknown) => vi.waitFor(what, { timeout: 300_000, interval: 20 });

it('hooks of media change, refuse and are told', async () => {
  const told: string[] = [];
  const media = await mediaSite({
    extensions: [
      defineExtension({
        name: 'gallery',
        hooks: {
          before: {
            media: {
              create: ({ draft }) =>
                draft.title === 'refused'
                  ? refuse('Not this file.', { status: 415 })
                  : { altText: `About ${draft.title}` },
              update: ({ draft }) => ({ altText: `${draft.altText} again` }),
            },
          },
          after: {
            media: {
              create: ({ item }) => void told.push(`create ${item.mimeType}`),
              update: () => void told.push('update'),
              delete: () => void told.push('delete'),
            },
          },
        },
      }),
    ],
  });
  site = media;
  const file = (name: string) => ({ name, content: Buffer.from('hello'), type: 'text/plain' });
  const refused = await media.upload('author', file('refused.txt'));
  expect(refused).toMatchObject({ status: 415, body: { message: 'Not this file.' } });
  expect(await media.stored()).toEqual([]);
  const made = await media.upload('author', file('notes.txt'));
  expect(made.body.alt_text).toBe('About notes');
  const admin = media.as('administrator');
  const updated = await admin.post(`/wp/v2/media/${made.body.id}`, { alt_text: 'Seen' });
  expect(updated.body.alt_text).toBe('Seen again');
  await admin.delete(`/wp/v2/media/${made.body.id}?force=true`);
  await until(() => expect(told).toEqual(['create text/plain', 'update', 'delete']));
});

it('hooks of media are asked about several files at once, refuse all of them, and are told of each', async () => {
  const told: string[] = [];
  const media = await mediaSite({
    extensions: [
      defineExtension({
        name: 'guard',
        hooks: {
          before: {
            media: {
              update: ({ item }) => (item?.title === 'fixed' ? refuse('This file stays as it is.') : undefined),
              delete: ({ item }) => (item?.title === 'fixed' ? refuse('This file stays.') : undefined),
            },
          },
          after: { media: { update: ({ item }) => void told.push(item.title) } },
        },
      }),
    ],
  });
  site = media;
  const made = async (name: string): Promise<number> =>
    (await media.upload('author', { name: `${name}.txt`, content: 'hello', type: 'text/plain' })).body.id;
  const [one, two, fixed] = [await made('one'), await made('two'), await made('fixed')];
  const author = media.as('author');
  const tagsOf = async (id: number) => (await author.get(`/platen/v1/media/${id}`)).body.tags.length;
  const asked = [
    author.post('/platen/v1/media/bulk', { ids: [one, fixed], add_tags: ['Sea'] }),
    author.post(`/platen/v1/media/${fixed}`, { tags: ['Sea'] }),
    author.post('/platen/v1/media/alt-texts', { items: [{ id: one, alt_text: 'x' }, { id: fixed }] }),
    author.delete(`/wp/v2/media/${fixed}?force=true`),
  ];
  const refused = { status: 400, body: { message: expect.stringContaining('This file stays') } };
  for (const answer of await Promise.all(asked)) expect(answer).toMatchObject(refused);
  expect([await tagsOf(one), await tagsOf(fixed)]).toEqual([0, 0]);
  expect(await media.stored()).toEqual(['fixed.txt', 'one.txt', 'two.txt']);
  expect((await author.post('/platen/v1/media/bulk', { ids: [two, one], add_tags: ['Sea'] })).status).toBe(200);
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([1, 1]);
  await until(() => expect(told.toSorted()).toEqual(['one', 'two']));
});

it('files that an extension removes go with their row and its place in the quota, unless that is undone', async () => {
  let remove = async (_id: number, _isUndone: boolean): Promise<void> => {};
  const cleaner = defineExtension({
    name: 'cleaner',
    capabilities: { content: 'write' },
    setUp: (host) => {
      remove = (id, isUndone) =>
        host.transaction(async () => {
          await host.content.remove('attachment', id);
          if (isUndone) throw new Error('undone');
        });
      return {};
    },
  });
  const media = await mediaSite({ extensions: [cleaner], mediaQuotaMegabytes: 1 });
  site = media;
  const content = await picture(640, 480);
  const made = await media.upload('author', { name: 'boat.jpg', content, type: 'image/jpeg' });
  const { id } = made.body;
  const files = await media.stored();
  expect(files.length).toBeGreaterThan(1);
  const used = async () => (await media.platen.store.table(mediaUsageTable).find({ attachmentId: 0 }))[0]?.bytes;
  expect(await used()).toBeGreaterThan(content.length);
  await expect(remove(id, true)).rejects.toThrow('undone');
  expect((await media.fetch(new URL(made.body.source_url).pathname)).status).toBe(200);
  await remove(id, false);
  expect(await used()).toBe(0);
  expect(await media.platen.store.table(fileHashesTable).count({})).toBe(0);
  await until(async () => expect(await media.stored()).toEqual([]));
});

it('hooks of forms change, refuse and are told; a form that stores nothing leaves no values in the queue', async () => {
  const told: unknown[] = [];
  const forms = await formSite({
    extensions: [
      defineExtension({
        name: 'desk',
        hooks: {
          before: {
            form: {
              submit: ({ draft }) => {
                if (draft.fields?.['your-name'] === 'nobody') return refuse('Say who you are.', { status: 422 });
                return { fields: { 'your-name': String(draft.fields?.['your-name']).toUpperCase() } };
              },
            },
          },
          after: { form: { submit: ({ item }) => void told.push([item.formTitle, item.messageId > 0, item.fields]) } },
        },
      }),
    ],
  });
  site = forms;
  const settings = (text: string) => ({ additional_settings: text });
  const kept = await forms.form('[text* your-name]', settings('skip_mail: on'));
  const unkept = await forms.form('[text* your-name]', settings('skip_mail: on\ndo_not_store: on'));
  expect(await forms.send(kept, { 'your-name': 'nobody' })).toMatchObject({
    status: 422,
    body: { message: 'Say who you are.' },
  });
  expect((await forms.send(kept, { 'your-name': 'ada' })).body.status).toBe('mail_sent');
  await until(() => expect(told).toEqual([['Test', true, { 'your-name': 'ADA' }]]));
  expect((await forms.send(unkept, { 'your-name': 'bea' })).body.status).toBe('mail_sent');
  await until(() => expect(told).toHaveLength(2));
  expect(told[1]).toEqual(['Test', false, {}]);
});
