import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlaten, type Platen } from '../../../src/index.ts';
import { clientFor, type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

let nowMs = Date.UTC(2026, 4, 1, 12);
let site: TestPlaten;
/** Another instance on the same database. */
let second: Platen;
beforeAll(async () => {
  const clock = () => nowMs;
  site = await testPlaten({ clock });
  second = await createPlaten({ ...site.platen.config, clock, log: site.platen.log, leads: false });
});
afterAll(async () => {
  await second?.close();
  await site?.close();
});

type Person = Exclude<Role, 'anonymous'>;
const seconds = (count: number) => {
  nowMs += count * 1000;
};
const item = async (): Promise<number> =>
  (await site.as('author').post('/wp/v2/posts', { title: 'Herons', status: 'publish' })).body.id;
const pathOf = (id: number) => `/platen/v1/content/${id}/presence`;
/** Editors are on the second instance. */
const clientOf = (who: Person) => (who === 'editor' ? clientFor(second, 'the-editor:pw-editor') : site.as(who));
const beat = async (who: Person, id: number, act?: string, visit = `${who}-${id}`) => {
  const { status, body } = await clientOf(who).post(pathOf(id), { visit, ...(act ? { act } : {}) });
  return status === 200 ? body : body.code;
};
const lockOf = async (id: number) => (await site.platen.store.meta.of('post', [id])).get(id) ?? [];
const stored = async (id: number) =>
  (await lockOf(id)).filter(({ key }) => key === '_edit_lock').map(({ value }) => value);
const passing = (id: number) => site.platen.store.meta.passing('post', id, '_edit_lock');
const noteOf = (who: Person) => `${Math.floor(nowMs / 1000)}:${site.users[who]}`;

describe('presence', () => {
  it('tells who else has an item open, on every instance, and notes it as existing sites do', async () => {
    const id = await item();
    expect(await beat('author', id)).toMatchObject({ holds: true, others: [], elsewhere: null });
    expect(await passing(id)).toBe(noteOf('author'));
    const editor = await beat('editor', id);
    expect(editor).toMatchObject({
      holds: false,
      others: [{ id: site.users.author, name: 'the-author', holds: true }],
    });
    expect(await beat('author', id)).toMatchObject({ holds: true, others: [{ id: site.users.editor, holds: false }] });
    seconds(91);
    expect((await beat('editor', id)).others).toEqual([]);
    expect(await beat('editor', id)).toMatchObject({ holds: true, elsewhere: null });
    expect(await passing(id)).toBe(noteOf('editor'));
  });

  it('is no change of the item', async () => {
    const id = await item();
    const state = async () => {
      const { headers, body } = await site.as('author').get(`/wp/v2/posts/${id}?context=edit`);
      return [headers['etag'], body.modified];
    };
    const feed = () => site.platen.store.feed.newest();
    const before = [await state(), await feed()];
    await beat('author', id);
    seconds(60);
    await beat('author', id);
    expect([await state(), await feed()]).toEqual(before);
    expect(await passing(id)).toBe(noteOf('author'));
  });

  it('is handed over to whoever asks', async () => {
    const id = await item();
    await beat('author', id);
    await beat('editor', id);
    expect(await beat('editor', id, 'take')).toBe('platen_visit_not_asked');
    await beat('editor', id, 'ask');
    expect(await beat('author', id)).toMatchObject({ asked_by: { id: site.users.editor, name: 'the-editor' } });
    expect(await beat('administrator', id, 'ask')).toBe('platen_visit_asked');
    expect(await beat('author', id, 'hand_over')).toMatchObject({ holds: false, taken_by: { id: site.users.editor } });
    expect(await passing(id)).toBe(noteOf('editor'));
    expect(await beat('editor', id)).toMatchObject({ holds: true });
    expect(await beat('author', id)).toMatchObject({ holds: false, taken_by: { name: 'the-editor' } });
  });

  it('is declined, or taken over where nobody answers', async () => {
    const id = await item();
    await beat('author', id);
    await beat('editor', id, 'ask');
    await beat('author', id, 'decline');
    expect(await beat('editor', id)).toMatchObject({ holds: false, declined: true });
    await beat('editor', id, 'ask');
    seconds(21);
    expect(await beat('editor', id, 'take')).toMatchObject({ holds: true, declined: false });
    expect(await beat('author', id)).toMatchObject({ holds: false, taken_by: { id: site.users.editor } });
    expect(await passing(id)).toBe(noteOf('editor'));
  });

  it('honours who edits it in WordPress, and lets others take over from there and back', async () => {
    const id = await item();
    await site.platen.store.meta.set('post', id, '_edit_lock', [noteOf('administrator')]);
    expect(await beat('author', id)).toMatchObject({ holds: false, elsewhere: { name: 'admin' } });
    expect(await beat('author', id, 'take')).toMatchObject({ holds: true, elsewhere: null });
    expect(await stored(id)).toEqual([noteOf('author')]);
    seconds(10);
    await site.platen.store.meta.set('post', id, '_edit_lock', [noteOf('administrator')]);
    expect(await beat('author', id)).toMatchObject({ holds: false, taken_by: { name: 'admin' } });
    seconds(151);
    expect(await beat('author', id, undefined, 'author-again')).toMatchObject({ holds: true, elsewhere: null });
  });

  it('ends when a page is closed', async () => {
    const id = await item();
    await beat('author', id);
    await beat('editor', id);
    const left = await site.as('author').delete(`${pathOf(id)}?visit=author-${id}`);
    expect(left.body).toEqual({ left: true });
    expect(await beat('editor', id)).toMatchObject({ holds: true, others: [], elsewhere: null });
    expect((await site.as('author').delete(`${pathOf(id)}?visit=editor-${id}`)).body).toEqual({ left: false });
  });

  it('of two that take over at once, one does', async () => {
    const id = await item();
    await Promise.all([beat('author', id), beat('editor', id), beat('administrator', id)]);
    const holders = async () =>
      (await Promise.all([beat('author', id), beat('editor', id), beat('administrator', id)])).filter(
        ({ holds }) => holds,
      ).length;
    expect(await holders()).toBe(1);
  });

  it('is refused to those who may not edit the item, and to another account under the same name', async () => {
    const id = await item();
    expect((await site.as('anonymous').post(pathOf(id), { visit: 'some-visit' })).status).toBe(401);
    expect(await beat('contributor', id)).toBe('rest_cannot_edit');
    await beat('author', id);
    expect(await beat('editor', id, undefined, `author-${id}`)).toBe('platen_visit_taken');
    expect(await beat('author', id, undefined, 'x')).toBe('rest_invalid_param');
    expect(await beat('author', id, 'dance')).toBe('rest_invalid_param');
  });
});
