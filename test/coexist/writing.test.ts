import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPair, type Pair } from './support/pair.ts';
import { smallJpeg } from './support/pictures.ts';
import { actAsTwins, type Side, type Twin } from './support/twins.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair?.close());

/** Moments are stored to the second, and a change within the same second does not show. */
const nextSecond = () => new Promise((done) => setTimeout(done, 1100));

async function made(side: Side, base: string, body: object, name: string): Promise<number> {
  const answer = await side.client.post(`/wp/v2/${base}`, body);
  if (answer.status !== 201) throw new Error(`${base}: ${JSON.stringify(answer.body)}`);
  return side.name(name, answer.body.id);
}
const post = (side: Side, more: object = {}, name = 'post') =>
  made(side, 'posts', { title: `On ${side.word}`, content: `All of ${side.word}.`, status: 'publish', ...more }, name);
const page = (side: Side, more: object = {}, name = 'page') =>
  made(side, 'pages', { title: `Page ${side.word}`, content: 'Text.', status: 'publish', ...more }, name);
const category = (side: Side, name: string, more: object = {}) =>
  made(side, 'categories', { name: `${name} ${side.word}`, ...more }, name);
const comment = (side: Side, postId: number, more: object = {}, name = 'comment') =>
  made(side, 'comments', { post: postId, content: `A remark by ${name} of ${side.word}`, ...more }, name);
const user = (side: Side, login: string, more: object = {}) =>
  made(
    side,
    'users',
    { username: `${login}-${side.word}`, email: `${login}-${side.word}@example.org`, password: 'pass-word', ...more },
    'user',
  );
const media = async (side: Side, name: string): Promise<number> => {
  const answer = await side.client.upload(`${name}-${side.word}.jpg`, 'image/jpeg', await smallJpeg());
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return side.name('media', answer.body.id);
};

/** Creates with the act itself, so that the rows of the new thing are what is compared. */
const creating = (base: string, body: (side: Side) => object, name: string): Twin => {
  return async (side) => async () => {
    const answer = await side.client.post(`/wp/v2/${base}`, body(side));
    side.name(name, answer.body.id);
    return answer;
  };
};

const twins: Readonly<Record<string, Twin>> = {
  'make a draft': creating('posts', ({ word }) => ({ title: `Draft ${word}`, content: 'x' }), 'post'),
  'publish a post': creating(
    'posts',
    ({ word }) => ({ title: `Post ${word}`, slug: `post-${word}`, excerpt: 'short', content: 'x', status: 'publish' }),
    'post',
  ),
  'publish a post with terms, sticky': async (side) => {
    const terms = [await category(side, 'one'), await category(side, 'two')];
    return async () => {
      const body = { title: `Sticky ${side.word}`, content: 'x', status: 'publish', sticky: true, categories: terms };
      const answer = await side.client.post('/wp/v2/posts', body);
      side.name('post', answer.body.id);
      return answer;
    };
  },
  'schedule a post': creating(
    'posts',
    ({ word }) => ({ title: `Later ${word}`, content: 'x', status: 'future', date: '2045-01-02T03:04:05' }),
    'post',
  ),
  'make a private post with closed comments': creating(
    'posts',
    ({ word }) => ({
      title: `Own ${word}`,
      content: 'x',
      status: 'private',
      comment_status: 'closed',
      ping_status: 'closed',
    }),
    'post',
  ),
  'make a post with a password': creating(
    'posts',
    ({ word }) => ({ title: `Shut ${word}`, content: 'x', status: 'publish', password: 'sesame' }),
    'post',
  ),
  'change a post': async (side) => {
    const id = await post(side);
    await nextSecond();
    return () => side.client.post(`/wp/v2/posts/${id}`, { title: `Changed ${side.word}` });
  },
  'change a post again': async (side) => {
    const id = await post(side);
    await side.client.post(`/wp/v2/posts/${id}`, { title: `Changed ${side.word}` });
    await nextSecond();
    return () => side.client.post(`/wp/v2/posts/${id}`, { content: `Changed again ${side.word}` });
  },
  'publish a draft': async (side) => {
    const id = await post(side, { status: 'draft' });
    await nextSecond();
    return () => side.client.post(`/wp/v2/posts/${id}`, { status: 'publish' });
  },
  'change the terms of a post': async (side) => {
    const [one, two] = [await category(side, 'from'), await category(side, 'to')];
    const id = await post(side, { categories: [one] });
    await side.client.post(`/wp/v2/posts/${id}`, { title: 'so that a revision is there' });
    await nextSecond();
    return () => side.client.post(`/wp/v2/posts/${id}`, { categories: [two] });
  },
  'trash a post with a comment': async (side) => {
    const id = await post(side);
    await comment(side, id);
    await nextSecond();
    return () => side.client.delete(`/wp/v2/posts/${id}`);
  },
  'remove a post with all it has': async (side) => {
    const id = await post(side, { sticky: true, categories: [await category(side, 'held')] });
    await comment(side, id);
    await side.client.post(`/wp/v2/posts/${id}`, { title: 'another' });
    return () => side.client.delete(`/wp/v2/posts/${id}?force=true`);
  },
  'make a page below another': async (side) => {
    const parent = await page(side, {}, 'parent');
    return async () => {
      const answer = await side.client.post('/wp/v2/pages', {
        title: `Below ${side.word}`,
        status: 'publish',
        content: 'x',
        parent,
        menu_order: 4,
      });
      side.name('page', answer.body.id);
      return answer;
    };
  },
  'remove a page that has one below': async (side) => {
    const parent = await page(side, {}, 'parent');
    await page(side, { parent, title: `Lone ${side.word}` });
    return () => side.client.delete(`/wp/v2/pages/${parent}?force=true`);
  },
  'make a category': creating(
    'categories',
    ({ word }) => ({ name: `Tea & ${word}`, description: 'all of <b>it</b>' }),
    'term',
  ),
  'make a tag': creating('tags', ({ word }) => ({ name: `Tag ${word}` }), 'term'),
  'change a category': async (side) => {
    const [parent, id] = [await category(side, 'above'), await category(side, 'moved')];
    return () =>
      side.client.post(`/wp/v2/categories/${id}`, { name: `New ${side.word}`, slug: `new-${side.word}`, parent });
  },
  'remove a category with a post and a child': async (side) => {
    const id = await category(side, 'gone');
    await category(side, 'child', { parent: id });
    await post(side, { categories: [id] });
    return () => side.client.delete(`/wp/v2/categories/${id}?force=true`);
  },
  comment: async (side) => {
    const id = await post(side);
    return async () => {
      const answer = await side.client.post('/wp/v2/comments', { post: id, content: `Well ${side.word}` });
      side.name('comment', answer.body.id);
      return answer;
    };
  },
  'change a comment': async (side) => {
    const id = await comment(side, await post(side));
    return () => side.client.post(`/wp/v2/comments/${id}`, { content: `Better ${side.word}` });
  },
  ...Object.fromEntries(
    ['hold', 'spam', 'trash'].map((status): [string, Twin] => [
      `put a comment under ${status}`,
      async (side) => {
        const id = await comment(side, await post(side));
        return () => side.client.post(`/wp/v2/comments/${id}`, { status });
      },
    ]),
  ),
  'bring a comment back from the trash': async (side) => {
    const id = await comment(side, await post(side));
    await side.client.delete(`/wp/v2/comments/${id}`);
    return () => side.client.post(`/wp/v2/comments/${id}`, { status: 'untrash' });
  },
  'remove a comment that was answered': async (side) => {
    const postId = await post(side);
    const id = await comment(side, postId);
    await comment(side, postId, { parent: id }, 'answer');
    return () => side.client.delete(`/wp/v2/comments/${id}?force=true`);
  },
  'make a user': creating(
    'users',
    ({ word }) => ({
      username: `new-${word}`,
      email: `new-${word}@example.org`,
      password: 'pass-word',
      first_name: 'New',
      last_name: 'Person',
      url: 'https://person.example',
      description: 'Somebody',
      roles: ['author'],
    }),
    'user',
  ),
  'change a user': async (side) => {
    const id = await user(side, 'changed');
    return () =>
      side.client.post(`/wp/v2/users/${id}`, {
        name: `Name ${side.word}`,
        email: `other-${side.word}@example.org`,
        nickname: 'nick',
        roles: ['editor'],
      });
  },
  'remove a user and hand the posts on': async (side) => {
    const id = await user(side, 'leaving', { roles: ['author'] });
    await post(side, { author: id });
    return () => side.client.delete(`/wp/v2/users/${id}?force=true&reassign=1`);
  },
  'upload a picture': async (side) => async () => {
    const answer = await side.client.upload(`upload-${side.word}.jpg`, 'image/jpeg', await smallJpeg());
    side.name('media', answer.body.id);
    return answer;
  },
  'describe a picture': async (side) => {
    const id = await media(side, 'described');
    const parent = await post(side);
    await nextSecond();
    return () =>
      side.client.post(`/wp/v2/media/${id}`, {
        alt_text: 'a hill',
        caption: 'green',
        description: 'big',
        post: parent,
      });
  },
  'give a post a lead image': async (side) => {
    const id = await media(side, 'lead');
    const postId = await post(side);
    await side.client.post(`/wp/v2/posts/${postId}`, { title: 'so that a revision is there' });
    await nextSecond();
    return () => side.client.post(`/wp/v2/posts/${postId}`, { featured_media: id });
  },
  'remove a picture that leads a post': async (side) => {
    const id = await media(side, 'leaving');
    await post(side, { featured_media: id });
    return () => side.client.delete(`/wp/v2/media/${id}?force=true`);
  },
  'change the settings': async (side) => () =>
    side.client.post('/wp/v2/settings', { title: `Site ${side.word}`, description: `About ${side.word}` }),
};

describe('a write leaves the same rows as the old system’s', () => {
  it.each(Object.entries(twins))('%s', async (_name, twin) => {
    const { wordpress, ours } = await actAsTwins(pair, twin);
    expect(ours).toEqual(wordpress);
    expect(ours.rows.length).toBeGreaterThan(0);
  });
});

describe('files', () => {
  it('of a picture are the same in number and name, and go with it', async () => {
    const named = async () =>
      (await readdir(pair.facts.uploads, { recursive: true })).filter((name) => name.includes('paired'));
    const upload = async (client: ReturnType<Pair['ours']>, name: string) =>
      (await client.upload(`paired-${name}.jpg`, 'image/jpeg', await smallJpeg())).body.id as number;
    const ids = [await upload(pair.wordpress(), 'amber'), await upload(pair.ours(), 'coral')];
    const of = (word: string, names: readonly string[]) =>
      names
        .filter((name) => name.includes(word))
        .map((name) => name.replace(word, 'WORD'))
        .toSorted();
    const names = await named();
    expect(of('coral', names)).toEqual(of('amber', names));
    expect(of('coral', names).length).toBeGreaterThan(2);
    // Each removes the other's.
    await pair.ours().delete(`/wp/v2/media/${ids[0]}?force=true`);
    await pair.wordpress().delete(`/wp/v2/media/${ids[1]}?force=true`);
    expect(await named()).toEqual([]);
  });
});
