import { afterEach, expect, it, vi } from 'vitest';
import { defineExtension, refuse } from '../../../src/extension.ts';
import { type FormSite, formSite } from '../forms/form-client.ts';
import { type MediaSite, mediaSite } from '../media/media-client.ts';

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
