import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineExtension } from '../../../src/extension.ts';
import { type PendingRow, pendingTable } from '../../../src/pending/pending-table.ts';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { scopedClient } from '../../support/scoped.ts';

/** What somebody else does once, while a write of a post is checked and nothing of it is stored yet. */
let meanwhile: (() => Promise<unknown>) | null = null;
const elsewhere = defineExtension({
  name: 'elsewhere',
  hooks: {
    before: {
      post: {
        update: async () => {
          const work = meanwhile;
          meanwhile = null;
          await work?.();
        },
      },
    },
  },
});

let site: TestPlaten;
let editor: Client;
let now = Date.parse('2026-03-02T08:00:00Z');
beforeAll(async () => {
  site = await testPlaten({ clock: () => now, extensions: [elsewhere] });
  editor = site.as('editor');
});
afterAll(() => site.close());

const path = '/platen/v1/pending-changes';
const releases = '/platen/v1/releases';
const inAMinute = () => new Date(now + 60_000).toISOString();
const titleFor = async (id: number): Promise<string> =>
  (await site.as('anonymous').get(`/wp/v2/posts/${id}`)).body.title.rendered;
const shown = async (id: number) => (await editor.get(`${path}/${id}`)).body;
const change = (id: number, values: Partial<PendingRow>) =>
  site.platen.store.table(pendingTable).update({ id }, values);

/** A change of the title of a new post. */
async function saved(title = 'Read') {
  const { body: post } = await editor.post('/wp/v2/posts', { title: 'Public', content: 'One', status: 'publish' });
  const { body } = await editor.post(path, { type: 'posts', item: post.id, fields: { title } });
  return { post: post.id as number, id: body.id as number };
}

describe('a change that is edited while somebody', () => {
  it.each([
    ['accepts it', 'accept', {}],
    ['accepts it with other words', 'accept', { fields: { title: 'Own words' } }],
    ['sets a time for it', 'schedule', { date: '2030-01-01T00:00:00' }],
  ])('%s stays as it is, and is carried out once it was read again', async (_, act, body) => {
    const { post, id } = await saved();
    meanwhile = () => change(id, { fields: { title: 'Not read' } });
    const refused = await editor.post(`${path}/${id}/${act}`, body);
    expect([refused.status, refused.body.code]).toEqual([409, 'platen_pending_edited']);
    expect(await shown(id)).toMatchObject({ state: 'open', fields: { title: 'Not read' }, publish_date: null });
    expect(await titleFor(post)).toBe('Public');
    expect((await editor.post(`${path}/${id}/${act}`, body)).status).toBe(200);
  });

  it('publishes its release leaves all of the release as it is', async () => {
    const [one, other] = [await saved(), await saved()];
    const { body: release } = await editor.post(releases, { name: 'Together' });
    for (const { id } of [one, other]) await editor.post(`${releases}/${release.id}/changes`, { change: id });
    for (const [act, body] of [
      ['publish', {}],
      ['schedule', { date: '2030-01-01T00:00:00' }],
    ] as const) {
      meanwhile = () => change(other.id, { fields: { title: `Not read before ${act}` } });
      const refused = await editor.post(`${releases}/${release.id}/${act}`, body);
      expect([refused.status, refused.body.code]).toEqual([409, 'platen_release_edited']);
    }
    expect((await editor.get(`${releases}/${release.id}`)).body).toMatchObject({ state: 'open', publish_date: null });
    expect([await titleFor(one.post), await titleFor(other.post)]).toEqual(['Public', 'Public']);
    expect((await editor.post(`${releases}/${release.id}/publish`)).status).toBe(200);
    expect(await titleFor(other.post)).toBe('Not read before schedule');
  });

  it('has set a time for it is published as it is by then', async () => {
    const { post, id } = await saved();
    expect((await editor.post(`${path}/${id}/schedule`, { date: inAMinute() })).status).toBe(200);
    now += 61_000;
    meanwhile = () => change(id, { fields: { title: 'By then' } });
    await site.platen.runDue();
    expect(await titleFor(post)).toBe('Public');
    expect(await shown(id)).toMatchObject({ state: 'open', refusal: null });
    now += 60_000;
    await site.platen.runDue();
    expect(await titleFor(post)).toBe('By then');
  });
});

describe('a change that is planned or decided while somebody edits it', () => {
  it('loses the time that was set by then, where who edits may not publish it', async () => {
    const agent = await scopedClient(site, 'editor', ['read', 'propose']);
    const { post } = await saved();
    const { id } = (await agent.post(`/wp/v2/posts/${post}`, { title: 'Harmless' })).body.pending_change;
    meanwhile = () => change(id, { publishAt: Math.floor(now / 1000) + 60, publishBy: 1 });
    const { body } = await agent.post(`${path}/${id}`, { fields: { title: 'Harmful' } });
    expect(body).toMatchObject({ publish_date: null, refusal: { code: 'platen_pending_edited' } });
  });

  it('stays decided', async () => {
    const { id } = await saved();
    meanwhile = () => change(id, { state: 'declined' });
    const refused = await editor.post(`${path}/${id}`, { fields: { title: 'Too late' } });
    expect([refused.status, refused.body.code]).toEqual([409, 'platen_pending_decided']);
    expect((await shown(id)).fields).toEqual({ title: 'Read' });
  });

  it('gets no time of its own where it was put into a release', async () => {
    const { id } = await saved();
    const { body: release } = await editor.post(releases, { name: 'Other' });
    meanwhile = () => change(id, { releaseId: release.id });
    const refused = await editor.post(`${path}/${id}/schedule`, { date: '2030-01-01T00:00:00' });
    expect([refused.status, refused.body.code]).toEqual([409, 'platen_pending_in_release']);
    expect((await shown(id)).publish_date).toBeNull();
  });
});
