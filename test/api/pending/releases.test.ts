import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { scopedClient } from '../../support/scoped.ts';

let site: TestPlaten;
let editor: Client;
let now = Date.parse('2026-03-02T08:00:00Z');
beforeAll(async () => {
  site = await testPlaten({ clock: () => now });
  editor = site.as('editor');
  await site.as('administrator').post('/wp/v2/settings', { timezone: 'Europe/Berlin' });
});
afterAll(() => site.close());

const changes = '/platen/v1/pending-changes';
const path = '/platen/v1/releases';
const publish = async (title: string, who: Client = editor) =>
  (await who.post('/wp/v2/posts', { title, content: 'One two', status: 'publish' })).body;
const shown = async (id: number) => (await site.as('anonymous').get(`/wp/v2/posts/${id}`)).body;
const titleFor = async (id: number): Promise<string> => (await shown(id)).title.rendered;
const save = async (item: number, fields: object, more: object = {}, who: Client = editor) =>
  (await who.post(changes, { type: 'posts', item, fields, ...more })).body;
const make = async (name = 'Spring', who: Client = editor) =>
  (await who.post(path, { name, note: 'All at once' })).body;
const add = (release: number, change: number, who: Client = editor) =>
  who.post(`${path}/${release}/changes`, { change });

/** A release with a changed title of each post. */
async function withPosts(...titles: readonly string[]) {
  const release = await make();
  const posts: number[] = [];
  const members: number[] = [];
  for (const title of titles) {
    const post = await publish(title);
    const change = await save(post.id, { title: `${title} in spring` });
    expect((await add(release.id, change.id)).status).toBe(200);
    posts.push(post.id);
    members.push(change.id);
  }
  return { release, posts, members };
}

describe('a release', () => {
  it('lists what each item will change, and publishes changes, something new and a removal together', async () => {
    const { release, posts } = await withPosts('One', 'Two');
    const { body: draft } = await editor.post('/wp/v2/posts', { title: 'New', content: 'Fresh' });
    const old = await publish('Old');
    await add(release.id, (await save(draft.id, { status: 'publish' })).id);
    await add(release.id, (await save(old.id, {}, { action: 'delete' })).id);
    const { body } = await editor.get(`${path}/${release.id}`);
    expect(body).toMatchObject({ name: 'Spring', note: 'All at once', state: 'open', hidden: 0, can_manage: true });
    expect(body.changes.map((one: { changes: object; release: number }) => [one.changes, one.release])).toEqual([
      [{ title: { from: 'One', to: 'One in spring' } }, release.id],
      [{ title: { from: 'Two', to: 'Two in spring' } }, release.id],
      [{ status: { from: 'draft', to: 'publish' } }, release.id],
      [{ status: { from: 'publish', to: 'trash' } }, release.id],
    ]);
    const done = await editor.post(`${path}/${release.id}/publish`, { version: body.version });
    expect(done.body).toMatchObject({ state: 'published', published_by: site.users.editor });
    expect(done.body.changes.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('accepted'));
    expect([await titleFor(posts[0]!), await titleFor(posts[1]!)]).toEqual(['One in spring', 'Two in spring']);
    expect((await shown(draft.id)).status).toBe('publish');
    expect((await site.as('anonymous').get(`/wp/v2/posts/${old.id}`)).status).toBe(401);
    expect((await editor.post(`${path}/${release.id}/publish`)).body.code).toBe('platen_release_published');
    const { items } = (await site.as('administrator').get('/platen/v1/audit?kind=release')).body;
    expect(items[0]).toMatchObject({ event: 'release.published', object: release.id, user: site.users.editor });
  });

  it('is refused whole by a conflict, which is named, until it is published over it', async () => {
    const { release, posts, members } = await withPosts('First', 'Second', 'Third');
    await editor.post(`/wp/v2/posts/${posts[1]}`, { content: 'Meanwhile' });
    const refused = await editor.post(`${path}/${release.id}/publish`);
    expect([refused.status, refused.body.code]).toEqual([409, 'platen_release_conflict']);
    expect(refused.body.message).toContain('Second');
    expect(refused.body.data.refused).toMatchObject([
      {
        change: members[1],
        title: 'Second',
        code: 'platen_pending_conflict',
        current: { content: { raw: 'Meanwhile' } },
      },
    ]);
    expect(await Promise.all(posts.map(titleFor))).toEqual(['First', 'Second', 'Third']);
    expect((await editor.get(`${path}/${release.id}`)).body.state).toBe('open');
    const over = await editor.post(`${path}/${release.id}/publish`, { over: [members[1]] });
    expect(over.status).toBe(200);
    expect(await Promise.all(posts.map(titleFor))).toEqual(['First in spring', 'Second in spring', 'Third in spring']);
    expect((await shown(posts[1]!)).content.rendered.trim()).toBe('<p>Meanwhile</p>');
  });

  it('is refused whole by what cannot be written', async () => {
    const { release, posts, members } = await withPosts('Fine', 'Gone');
    await editor.delete(`/wp/v2/posts/${posts[1]}?force=true`);
    const refused = await editor.post(`${path}/${release.id}/publish`, { over: members });
    expect([refused.status, refused.body.code]).toEqual([409, 'platen_release_refused']);
    expect(refused.body.data.refused).toMatchObject([{ change: members[1], code: 'rest_post_invalid_id' }]);
    expect(await titleFor(posts[0]!)).toBe('Fine');
    expect((await editor.delete(`${path}/${release.id}/changes/${members[1]}`)).body.changes).toHaveLength(1);
    expect((await editor.post(`${path}/${release.id}/publish`)).status).toBe(200);
    expect(await titleFor(posts[0]!)).toBe('Fine in spring');
  });

  it('takes a change once, one of each item, and no more after it was published', async () => {
    const { release, posts, members } = await withPosts('Alone');
    const [other] = [await make('Other')];
    expect((await add(other.id, members[0]!)).body.code).toBe('platen_pending_in_release');
    expect((await add(release.id, members[0]!)).status).toBe(200);
    const theirs = await save(posts[0]!, { title: 'Theirs' }, {}, site.as('administrator'));
    expect((await add(release.id, theirs.id)).body.code).toBe('platen_release_has_item');
    expect((await add(release.id, 999_999)).body.code).toBe('platen_pending_not_found');
    expect((await editor.post(`${path}/${other.id}/publish`)).body.code).toBe('platen_release_empty');
    expect((await editor.post(`${changes}/${members[0]}/schedule`, { date: '2030-01-01T00:00:00' })).body.code).toBe(
      'platen_pending_in_release',
    );
    await editor.post(`${path}/${release.id}/publish`);
    expect((await add(release.id, theirs.id)).body.code).toBe('platen_release_published');
    expect((await editor.delete(`${path}/${release.id}`)).body.code).toBe('platen_release_published');
  });

  it('is refused where it is another one than was read', async () => {
    const { release, members } = await withPosts('Read');
    const { version } = (await editor.get(`${path}/${release.id}`)).body;
    await editor.post(`${changes}/${members[0]}`, { fields: { title: 'Edited' } });
    expect((await editor.post(`${path}/${release.id}/publish`, { version })).body.code).toBe('platen_release_edited');
  });

  it('is named anew and removed by who manages it; its changes stay', async () => {
    const { release, members } = await withPosts('Kept');
    expect((await editor.post(`${path}/${release.id}`, { name: 'Summer' })).body.name).toBe('Summer');
    expect((await editor.post(`${path}/${release.id}`, { name: ' ' })).body.code).toBe('rest_invalid_param');
    const listed = await editor.get(`${path}?state=open`);
    expect(listed.body[0]).toMatchObject({ id: release.id, name: 'Summer' });
    expect((await editor.delete(`${path}/${release.id}`)).body.deleted).toBe(true);
    expect((await editor.get(`${path}/${release.id}`)).body.code).toBe('platen_release_not_found');
    expect((await editor.get(`${changes}/${members[0]}`)).body).toMatchObject({ state: 'open', release: null });
  });
});

describe('the rights of', () => {
  it.each([
    ['anonymous', 401],
    ['subscriber', 403],
    ['contributor', 403],
  ] as const)('%s show and make none', async (role, status) => {
    const { release } = await withPosts('Seen');
    const who = site.as(role);
    expect((await who.get(path)).status).toBe(status);
    expect((await who.post(path, { name: 'No' })).status).toBe(status);
    expect((await who.get(`${path}/${release.id}`)).status).toBe(status === 401 ? 401 : 404);
    expect((await who.post(`${path}/${release.id}/publish`)).status).toBe(status === 401 ? 401 : 404);
  });

  it('an author are for what is their own: others are not shown, and not published', async () => {
    const author = site.as('author');
    const { release, members, posts } = await withPosts('Of the editor');
    const own = await publish('Of the author', author);
    const mine = await save(own.id, { title: 'By the author' }, {}, author);
    const { body } = await add(release.id, mine.id, author);
    expect([body.changes.map(({ id }: { id: number }) => id), body.hidden, body.can_manage]).toEqual([
      [mine.id],
      1,
      false,
    ]);
    expect((await author.post(`${path}/${release.id}/publish`)).body.code).toBe('platen_release_forbidden');
    expect((await author.post(`${path}/${release.id}`, { name: 'No' })).status).toBe(403);
    expect((await author.delete(`${path}/${release.id}`)).status).toBe(403);
    expect((await author.delete(`${path}/${release.id}/changes/${members[0]}`)).body.code).toBe(
      'platen_pending_not_found',
    );
    expect(
      (await add(release.id, (await save(posts[0]!, { title: 'x' }, {}, site.as('administrator'))).id, author)).body
        .code,
    ).toBe('platen_pending_not_found');
    const alone = await make('Mine', author);
    await editor.delete(`${path}/${release.id}/changes/${mine.id}`);
    await add(alone.id, mine.id, author);
    expect((await author.post(`${path}/${alone.id}/publish`)).status).toBe(200);
    expect(await titleFor(own.id)).toBe('By the author');
  });

  it('a program with scopes are to read', async () => {
    const { release } = await withPosts('For people');
    const program = await scopedClient(site, 'editor', ['read', 'content', 'publish', 'propose']);
    expect((await program.get(`${path}/${release.id}`)).status).toBe(200);
    expect((await program.post(`${path}/${release.id}/publish`)).body.code).toBe('platen_pending_needs_person');
    expect((await program.post(path, { name: 'No' })).body.code).toBe('platen_pending_needs_person');
  });
});

describe('a release at a time', () => {
  it('is published then whole, in the zone of the site', async () => {
    const { release, posts } = await withPosts('Morning', 'Evening');
    const planned = await editor.post(`${path}/${release.id}/schedule`, { date: '2026-03-29T09:00:00' });
    // The clocks of the zone went forward that night.
    expect(planned.body).toMatchObject({
      publish_date: '2026-03-29T09:00:00',
      publish_date_gmt: '2026-03-29T07:00:00',
      publish_by: site.users.editor,
    });
    now = Date.parse('2026-03-29T06:59:00Z');
    await site.platen.runDue();
    expect(await Promise.all(posts.map(titleFor))).toEqual(['Morning', 'Evening']);
    now = Date.parse('2026-03-29T07:00:01Z');
    await site.platen.runDue();
    expect(await Promise.all(posts.map(titleFor))).toEqual(['Morning in spring', 'Evening in spring']);
    const { body } = await editor.get(`${path}/${release.id}`);
    expect(body).toMatchObject({ state: 'published', published_by: site.users.editor, publish_date: null });
  });

  it('changes nothing in a conflict, and says which', async () => {
    const { release, posts } = await withPosts('Stays', 'Moves');
    const date = new Date(now + 60_000).toISOString();
    await editor.post(`${path}/${release.id}/schedule`, { date });
    await editor.post(`/wp/v2/posts/${posts[1]}`, { content: 'Meanwhile' });
    expect((await editor.post(`${path}/${release.id}/schedule`, { date })).body.code).toBe('platen_release_conflict');
    now += 120_000;
    await site.platen.runDue();
    expect(await Promise.all(posts.map(titleFor))).toEqual(['Stays', 'Moves']);
    const { body } = await editor.get(`${path}/${release.id}`);
    expect(body).toMatchObject({ state: 'open', publish_date: null, refusal: { code: 'platen_release_conflict' } });
    expect(body.refusal.message).toContain('Moves');
  });

  it('is not published where its time was taken back', async () => {
    const { release, posts } = await withPosts('Waits');
    await editor.post(`${path}/${release.id}/schedule`, { date: new Date(now + 60_000).toISOString() });
    expect((await editor.post(`${path}/${release.id}/unschedule`)).body.publish_date).toBeNull();
    now += 120_000;
    await site.platen.runDue();
    expect(await titleFor(posts[0]!)).toBe('Waits');
  });

  it('keeps its time after an edit by who may publish all of it, and loses it after one by who may not', async () => {
    const { release, members, posts } = await withPosts('Ours');
    const author = site.as('author');
    const own = await publish('Of an author', author);
    const mine = await save(own.id, { title: 'Mine' }, {}, author);
    await add(release.id, mine.id);
    await site
      .as('administrator')
      .post(`${path}/${release.id}/schedule`, { date: new Date(now + 60_000).toISOString() });
    await editor.post(`${changes}/${members[0]}`, { fields: { title: 'Ours still' } });
    expect((await editor.get(`${path}/${release.id}`)).body.publish_by).toBe(site.users.editor);
    await author.post(`${changes}/${mine.id}`, { fields: { title: 'Mine still' } });
    const { body } = await editor.get(`${path}/${release.id}`);
    expect(body).toMatchObject({ publish_date: null, refusal: { code: 'platen_release_edited' } });
    const { items } = (await site.as('administrator').get('/platen/v1/audit?kind=release')).body;
    expect(items[0]).toMatchObject({
      event: 'release.unscheduled',
      object: release.id,
      user: site.users.author,
    });
    now += 120_000;
    await site.platen.runDue();
    expect([await titleFor(posts[0]!), await titleFor(own.id)]).toEqual(['Ours', 'Of an author']);
  });
});
