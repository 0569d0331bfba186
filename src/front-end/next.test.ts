import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../client/client.ts';
import { previewRoute, taggedFetch } from './next.ts';

const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
beforeEach(() => {
  asked.mockReset().mockImplementation(async () => Response.json([]));
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init = {}) => asked(String(url), init));
});

const client = (options = {}) => createClient({ url: 'https://cms.example', fetch: taggedFetch(options) });
const init = () => asked.mock.calls[0]?.[1];

describe('the cached fetch of Next', () => {
  it('stores a list under its tags, and those that the caller adds', async () => {
    await client().posts.list({}, { init: { next: { tags: ['front'] } } });
    expect(init()).toMatchObject({
      cache: 'force-cache',
      next: { tags: ['posts', 'site', 'front'], revalidate: false },
    });
  });

  it('asks again after a while where there is no webhook', async () => {
    await client({ revalidate: 60 }).posts.get(7);
    expect(init()).toMatchObject({ next: { tags: ['post:7', 'site'], revalidate: 60 } });
  });

  it.each([
    ['a search', () => client().posts.list({ search: 'lake' })],
    ['a write', () => client().posts.create({ title: 'x' })],
    ['what is asked for fresh', () => client().posts.list({}, { init: { cache: 'no-store' } })],
    [
      'what an account reads',
      () =>
        createClient({
          url: 'https://cms.example',
          fetch: taggedFetch(),
          auth: { username: 'ann', password: 'x' },
        }).posts.list(),
    ],
  ])('never stores %s', async (_name, ask) => {
    await ask();
    expect(init()).toMatchObject({ cache: 'no-store' });
    expect(init()).not.toHaveProperty('next');
  });
});

describe('the route of draft mode', () => {
  const token = '7.1794860130.12.Zk3VhQ0mPp1x';
  const enable = vi.fn();
  const moved = new Error('moved');
  const redirect = vi.fn((_to: string): never => {
    throw moved;
  });
  const route = previewRoute({ url: 'https://cms.example', draftMode: async () => ({ enable }), redirect });
  const open = (query: string) => route(new Request(`https://www.example/api/preview/?${query}`));

  it('opens the page of the item where the token is valid', async () => {
    asked.mockImplementation(async (url) =>
      url.includes('previews/open')
        ? Response.json({
            post: 7,
            type: 'post',
            path: '/hello/',
            item: '/wp/v2/posts/7',
            expires_gmt: '2026-01-31T10:00:00Z',
          })
        : Response.json({ id: 7 }),
    );
    await expect(open(`preview=${token}`)).rejects.toBe(moved);
    expect(redirect).toHaveBeenLastCalledWith(`/hello/?preview=${token}`);
    expect(enable).toHaveBeenCalledOnce();
  });

  it.each([`preview=${token}`, 'preview=true', ''])(
    'says 404 and opens nothing for %s, which is not',
    async (query) => {
      enable.mockClear();
      asked.mockImplementation(async () => Response.json({ code: 'rest_no_preview', message: 'No.' }, { status: 404 }));
      expect((await open(query)).status).toBe(404);
      expect(enable).not.toHaveBeenCalled();
    },
  );
});
