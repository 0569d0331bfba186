import { renderContent } from '../render/render.ts';
import type { RenderContext } from '../render/render-context.ts';
import { images, textContext } from '../text-context.test-support.ts';
import type { ShownComment, ShownPerson, ShownPost, ShownSite, ShownTerm } from './block-data.ts';
import { type BlockNeedKind, type BlockNeeds, emptyNeeds, needKey } from './block-needs.ts';

export const site: ShownSite = {
  title: 'Tea & <cake>',
  tagline: 'daily',
  url: 'http://site.invalid',
  serverUrl: 'http://site.invalid',
  dateFormat: 'F j, Y',
  language: 'en-US',
  startOfWeek: 1,
  today: '2026-02-14',
  isLoggedIn: false,
  request: { url: 'http://site.invalid/wp-json/', nonce: '' },
  logo: null,
  frontPageId: 0,
};

const avatar = { beforeSize: 'http://0.gravatar.com/avatar/abc?s=', afterSize: '&d=mm&r=g' };

export const person: ShownPerson = {
  id: 3,
  name: 'Ann',
  url: 'http://site.invalid/author/ann/',
  avatar,
  about: 'Writes.',
};

export const term = (id: number, name: string, more: Partial<ShownTerm> = {}): ShownTerm => ({
  id,
  taxonomy: 'category',
  name,
  slug: name.toLowerCase(),
  url: `http://site.invalid/category/${name.toLowerCase()}/`,
  parentId: 0,
  count: 1,
  ...more,
});

export const post = (id: number, more: Partial<ShownPost> = {}): ShownPost => ({
  id,
  type: 'post',
  status: 'publish',
  title: `Post ${id}`,
  url: `http://site.invalid/${id}/`,
  date: { local: '2026-01-31 10:00:00', iso: '2026-01-31T10:00:00+00:00' },
  modified: { local: '2026-02-02 10:00:00', iso: '2026-02-02T10:00:00+00:00' },
  content: 'one two three four',
  excerpt: '',
  format: 'standard',
  isProtected: false,
  isUnlocked: true,
  author: person,
  terms: [term(5, 'News')],
  image: images.wide,
  commentCount: 2,
  takesComments: true,
  ...more,
});

export const comment = (id: number, more: Partial<ShownComment> = {}): ShownComment => ({
  id,
  parentId: 0,
  postId: 7,
  author: 'Bob',
  authorUrl: 'http://bob.invalid/',
  userId: 0,
  userSlug: '',
  userUrl: '',
  type: 'comment',
  avatar,
  date: { local: '2026-02-01 09:00:00', iso: '2026-02-01T09:00:00+00:00' },
  url: `http://site.invalid/7/#comment-${id}`,
  content: `Comment ${id}`,
  isApproved: true,
  ...more,
});

type Loaded = {
  readonly [Kind in BlockNeedKind]?: readonly (readonly [BlockNeeds[Kind]['asked'], BlockNeeds[Kind]['loaded']])[];
};

/** Renders a text for post 7, with the site and what a test says was loaded. */
export function shown(text: string, loaded: Loaded = {}, more: Partial<RenderContext> = {}): string {
  const data = emptyNeeds<'loaded'>();
  data.site.set(needKey(null), site);
  for (const [kind, rows] of Object.entries(loaded)) {
    const into: ReadonlyMap<string, unknown> = data[kind as BlockNeedKind];
    for (const [asked, value] of rows) (into as Map<string, unknown>).set(JSON.stringify(asked), value);
  }
  return renderContent(text, textContext({ blockData: data, ...more }));
}

export const block = (name: string, attributes: object = {}): string =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`;
