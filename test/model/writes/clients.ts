import type { Random } from '../../simulation/random.ts';
import { type Answer, send } from '../ask.ts';
import type { Rows } from '../naive/rows.ts';
import { someStatus } from '../site/fill-site.ts';
import type { Caller } from '../site/open-site.ts';
import { farMoment, moment, phrase, slug, text } from '../site/words.ts';

/** What clients know of the site, and what they add to it. */
export interface Known {
  readonly posts: number[];
  readonly pages: number[];
  readonly categories: number[];
  readonly tags: number[];
  readonly comments: number[];
  /** Accounts that nobody logs in with. */
  readonly users: number[];
}

export function knownOf({ posts, terms, comments, users }: Rows, callers: readonly Caller[]): Known {
  const idsOf = <T extends { readonly id: number }>(rows: readonly T[], isOne: (row: T) => boolean) =>
    rows.filter(isOne).map(({ id }) => id);
  return {
    posts: idsOf(posts, ({ type }) => type === 'post'),
    pages: idsOf(posts, ({ type }) => type === 'page'),
    categories: idsOf(terms, ({ taxonomy, id }) => taxonomy === 'category' && id > 1),
    tags: idsOf(terms, ({ taxonomy }) => taxonomy === 'post_tag'),
    comments: idsOf(comments, () => true),
    users: idsOf(users, ({ id }) => !callers.some((caller) => caller.id === id)),
  };
}

export type Subject = 'post' | 'page' | 'category' | 'tag' | 'user' | 'comment';

export interface Write {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Where the id of what it makes goes. */
  readonly adds?: number[];
}

type Make = (random: Random, known: Known) => Write;

const drop = (random: Random, ids: number[]): number => ids.splice(random.below(ids.length), 1)[0] ?? 0;
const any = (random: Random, ids: readonly number[]): number => (ids.length > 0 ? random.pick(ids) : 0);
const several = (random: Random, ids: readonly number[], most: number): number[] => [
  ...new Set(Array.from({ length: random.below(most + 1) }, () => any(random, ids))),
];

/** Members of a post; each by chance. */
function members(random: Random, known: Known, probability: number): Record<string, unknown> {
  const status = someStatus(random);
  const all: Record<string, () => unknown> = {
    title: () => phrase(random, 1, 3),
    content: () => text(random),
    excerpt: () => phrase(random, 0, 5),
    slug: () => `${slug(random)}-${random.below(1e6)}`,
    date: () => (status === 'future' ? farMoment(random) : moment(random)).replace(' ', 'T'),
    author: () => any(random, [1, ...known.users]),
    categories: () => several(random, known.categories, 3),
    tags: () => several(random, known.tags, 4),
    sticky: () => random.chance(0.5),
    password: () => (random.chance(0.5) ? 'secret' : ''),
  };
  const chosen = Object.entries(all).filter(
    ([name]) => random.chance(probability) && !(name === 'sticky' && random.chance(0.6)),
  );
  const made = Object.fromEntries(chosen.map(([name, make]) => [name, make()]));
  if (made['sticky'] === true) delete made['password'];
  const isDated = status !== 'future' || 'date' in made;
  return { ...made, ...(random.chance(probability) && isDated && status !== 'trash' ? { status } : {}) };
}

const post = (path: string, body: object, adds?: number[]): Write => ({
  method: 'POST',
  path,
  body,
  ...(adds ? { adds } : {}),
});
const remove = (path: string): Write => ({ method: 'DELETE', path });
const force = (random: Random): string => random.pick(['', '?force=true']);
const termName = (random: Random): string => `${phrase(random, 1, 2)} ${random.below(1e6)}`;

/** Writes by what they are about, each with how often it is made. */
const makes: Readonly<Record<Subject, readonly (readonly [number, Make])[]>> = {
  post: [
    [
      14,
      (random, known) => {
        const body = { title: phrase(random, 1, 3), status: 'publish', ...members(random, known, 0.6) };
        return post('/wp/v2/posts', body, known.posts);
      },
    ],
    [22, (random, known) => post(`/wp/v2/posts/${any(random, known.posts)}`, members(random, known, 0.25))],
    [
      8,
      (random, known) => {
        const status = random.pick(['publish', 'draft', 'pending', 'private']);
        return post(`/wp/v2/posts/${any(random, known.posts)}`, { status });
      },
    ],
    [8, (random, known) => remove(`/wp/v2/posts/${any(random, known.posts)}`)],
    [6, (random, known) => remove(`/wp/v2/posts/${drop(random, known.posts)}?force=true`)],
  ],
  page: [
    [
      3,
      (random, known) => {
        const status = someStatus(random).replace(/future|trash/, 'publish');
        const place = { parent: any(random, known.pages), menu_order: random.below(5) };
        return post('/wp/v2/pages', { title: phrase(random, 1, 3), status, ...place }, known.pages);
      },
    ],
    [
      4,
      (random, known) => {
        const bodies = [
          { parent: any(random, [0, ...known.pages]) },
          { menu_order: random.below(5) },
          { title: phrase(random, 1, 3) },
          { status: random.pick(['publish', 'draft', 'private']) },
        ];
        return post(`/wp/v2/pages/${any(random, known.pages)}`, random.pick(bodies));
      },
    ],
    [1, (random, known) => remove(`/wp/v2/pages/${any(random, known.pages)}${force(random)}`)],
  ],
  category: [
    [
      3,
      (random, known) =>
        post('/wp/v2/categories', { name: termName(random), parent: any(random, known.categories) }, known.categories),
    ],
    [
      3,
      (random, known) => {
        const bodies = [
          { name: phrase(random, 1, 2) },
          { parent: any(random, [0, ...known.categories]) },
          { slug: `${slug(random)}-${random.below(1e6)}` },
        ];
        return post(`/wp/v2/categories/${any(random, known.categories)}`, random.pick(bodies));
      },
    ],
    [1, (random, known) => remove(`/wp/v2/categories/${drop(random, known.categories)}?force=true`)],
    [
      1,
      (random, known) => {
        const body = { taxonomy: 'category', into: any(random, known.categories) };
        return post(`/platen/v1/terms/${drop(random, known.categories)}/merge`, body);
      },
    ],
  ],
  tag: [
    [2, (random, known) => post('/wp/v2/tags', { name: termName(random) }, known.tags)],
    [1, (random, known) => post(`/wp/v2/tags/${any(random, known.tags)}`, { name: phrase(random, 1, 2) })],
    [2, (random, known) => remove(`/wp/v2/tags/${drop(random, known.tags)}?force=true`)],
    [
      1,
      (random, known) => {
        const body = { taxonomy: 'post_tag', into: any(random, known.tags) };
        return post(`/platen/v1/terms/${drop(random, known.tags)}/merge`, body);
      },
    ],
  ],
  user: [
    [
      1,
      (random, known) => {
        const name = `made${random.below(1e9)}`;
        const account = { username: name, email: `${name}@example.org`, password: 'model-1', roles: ['author'] };
        return post('/wp/v2/users', { ...account, name: phrase(random, 1, 2) }, known.users);
      },
    ],
    [1, (random, known) => post(`/wp/v2/users/${any(random, known.users)}`, { name: phrase(random, 1, 2) })],
    [
      1,
      (random, known) => {
        const reassign = any(random, [1, ...known.users]);
        return remove(`/wp/v2/users/${drop(random, known.users)}?force=true&reassign=${reassign}`);
      },
    ],
  ],
  comment: [
    [
      6,
      (random, known) => {
        const content = `${phrase(random, 2, 6)} ${random.below(1e6)}`;
        return post('/wp/v2/comments', { post: any(random, known.posts), content }, known.comments);
      },
    ],
    [
      5,
      (random, known) => {
        const bodies = [
          { status: random.pick(['approved', 'hold', 'spam', 'trash']) },
          { content: phrase(random, 2, 6) },
        ];
        return post(`/wp/v2/comments/${any(random, known.comments)}`, random.pick(bodies));
      },
    ],
    [3, (random, known) => remove(`/wp/v2/comments/${any(random, known.comments)}${force(random)}`)],
  ],
};

const oftenAs = (made: readonly (readonly [number, Make])[]): Make[] =>
  made.flatMap(([weight, make]) => Array.from({ length: weight }, () => make));
const pool = Object.values(makes).flatMap(oftenAs);

/** A write about one thing; `known` has nothing else of its kind. */
export const writeAbout = (subject: Subject, random: Random, known: Known): Write =>
  random.pick(oftenAs(makes[subject]))(random, known);

export interface ClientRun {
  readonly random: Random;
  readonly known: Known;
  readonly callers: readonly Caller[];
  /** Servers; one of them may be away for a while. */
  readonly origins: readonly string[];
  readonly writes: number;
}

/** One client that sends one write after the other; writes that were answered with a fault of the server. */
export async function runClient({ random, known, callers, origins, writes }: ClientRun): Promise<string[]> {
  const faults: string[] = [];
  const writers = callers.filter(({ id }) => id > 0);
  for (let n = 0; n < writes; n += 1) {
    const caller = random.chance(0.6) ? (writers.find(({ name }) => name === 'admin') as Caller) : random.pick(writers);
    const { method, path, body, adds } = random.pick(pool)(random, known);
    const answer = await send(random.pick(origins), method, `/wp-json${path}`, caller, body).catch(() => null);
    // A server that was killed answers nothing; whether it wrote is read off the tables.
    if (!answer) await new Promise((done) => setTimeout(done, 150));
    else if (isFault(answer))
      faults.push(
        `${method} ${path} ${JSON.stringify(body)} as ${caller.name}: ${answer.status} ${answer.text.slice(0, 300)}`,
      );
    else if (answer.status === 201) adds?.push(idOf(answer));
  }
  return faults;
}

/** A busy database refuses a write for the moment, which is no fault. */
export const isFault = ({ status }: Pick<Answer, 'status'>): boolean => status >= 500 && status !== 503;

const idOf = ({ text: body }: Answer): number => (JSON.parse(body) as { id: number }).id;
