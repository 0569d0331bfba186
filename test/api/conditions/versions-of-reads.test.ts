import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { CommentsTable } from '../../../src/storage/comments/comments.ts';
import { TermsTable } from '../../../src/storage/terms/terms.ts';
import { UsersTable } from '../../../src/storage/users/users.ts';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let admin: Client;
let url: string;
beforeAll(async () => {
  site = await testPlaten();
  admin = site.as('administrator');
  url = await site.platen.listen();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => site.close());

const authorization = `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`;
const store = () => site.platen.store;

const kinds: Record<
  string,
  { table: { prototype: { byId: unknown } }; make: [string, object]; change: (id: number) => Promise<unknown> }
> = {
  term: {
    table: TermsTable,
    make: ['/wp/v2/tags', { name: 'read', description: 'first' }],
    change: (id) => store().terms.update(id, 'post_tag', { description: 'second' }),
  },
  user: {
    table: UsersTable,
    make: ['/wp/v2/users', { username: 'read', email: 'read@example.org', password: 'a long password 1' }],
    change: (id) => store().users.update(id, { url: 'https://example.org/second' }),
  },
  comment: {
    table: CommentsTable,
    make: ['/wp/v2/comments', { content: 'first' }],
    change: (id) => store().comments.update(id, { content: 'second' }),
  },
};

it.each(Object.entries(kinds))(
  'the version of a %s that is changed while it is read is not newer than what is shown',
  async (kind, { table, make: [path, body], change }) => {
    const post = await admin.post('/wp/v2/posts', { title: 'Read', status: 'publish' });
    const made = await admin.post(path, kind === 'comment' ? { ...body, post: post.body.id } : body);
    expect(made.status).toBe(201);
    const { id } = made.body;
    const prototype = table.prototype as { byId: (id: number, taxonomy?: string) => Promise<unknown> };
    const read = prototype.byId;
    let changed = false;
    vi.spyOn(prototype, 'byId').mockImplementation(async function (this: unknown, asked, ...rest) {
      const row = await read.call(this, asked, ...rest);
      if (asked === id && !changed) {
        changed = true;
        await change(id);
      }
      return row;
    });
    const seen = await fetch(`${url}/wp-json${path}/${id}?context=edit`, { headers: { authorization } });
    expect(seen.status).toBe(200);
    const shown = JSON.stringify(await seen.json());
    expect(changed).toBe(true);
    vi.restoreAllMocks();
    const again = await fetch(`${url}/wp-json${path}/${id}?context=edit`, { headers: { authorization } });
    expect(JSON.stringify(await again.json())).not.toBe(shown);
    const headers = { authorization, 'if-match': seen.headers.get('etag') ?? '' };
    const removed = await fetch(`${url}/wp-json${path}/${id}?force=true&reassign=1`, { method: 'DELETE', headers });
    expect(removed.status).toBe(412);
  },
);
