import { writeTarget } from '../../api/params.ts';
import type { ApiRequest } from '../../api/request.ts';
import { everything } from '../../rules/visibility.ts';
import type { Post } from '../../storage/rows.ts';
import { emptyNeeds, type NeededByBlocks, type NeedMaps, needKey } from '../../text/blocks/block-needs.ts';
import type { BlockText } from '../../text/blocks/needed-by-blocks.ts';
import { readFootnotes } from '../../text/dynamic-blocks/text-blocks.ts';
import type { MediaImage } from '../../text/render/image-tag.ts';
import { siteLogoId } from '../media/site-logo.ts';
import type { BlockSource } from '../posts/content-view.ts';
import { type BlockLoader, type BlockLoading, type BlockWork, blockWork } from './block-loader.ts';
import { loadCalendar, loadPeriods } from './load-archives.ts';
import { loadBlockComments } from './load-comments.ts';
import { loadEmbeds } from './load-embeds.ts';
import { loadPeople } from './load-people.ts';
import { loadPages, loadPosts } from './load-posts.ts';
import { loadTerms } from './load-terms.ts';

/** What blocks show of the site itself. */
export const loadBlockSite: BlockLoader = async (needed, loaded, work) => {
  if (needed.site.size === 0 || loaded.site.size > 0) return;
  const { site, caller, now, request } = work.call;
  loaded.site.set(needKey(null), {
    title: site.title,
    tagline: site.tagline,
    url: site.url,
    serverUrl: site.serverUrl,
    dateFormat: site.dateFormat,
    language: site.language,
    startOfWeek: site.startOfWeek,
    today: site.zone.localAt(now).slice(0, 10),
    isLoggedIn: caller.userId > 0,
    request: { url: site.apiUrl + writeTarget(request), nonce: nonceOf(request) },
    logo: await loadLogo(work),
    frontPageId: site.frontPageId,
  });
};

/** The nonce of the session that asks: a link with it ends that session without asking again. */
function nonceOf({ headers, query }: ApiRequest): string {
  const sent = headers['x-wp-nonce'] ?? query['_wpnonce'];
  return typeof sent === 'string' ? sent : '';
}

async function loadLogo(work: BlockWork): Promise<MediaImage | null> {
  const id = await siteLogoId(work.call.store);
  if (id <= 0) return null;
  return (await work.images({ images: [id], attachedTo: [] }, work.call)).image(id) ?? null;
}

const types = { reusable: 'wp_block', menu: 'wp_navigation' } as const;

/** Reusable blocks and menus. Everybody may see the published ones that have no password; nobody sees others. */
export const loadStoredTexts: BlockLoader = async (needed, loaded, work) => {
  const ids = [...needed.reusable.values(), ...needed.menu.values()];
  if (ids.length === 0) return;
  for (const { id, type, title, content } of await published(ids, work)) {
    if (type === types.reusable && needed.reusable.has(needKey(id))) loaded.reusable.set(needKey(id), content);
    if (type === types.menu && needed.menu.has(needKey(id))) loaded.menu.set(needKey(id), { title, content });
  }
};

const published = (ids: readonly number[], { call }: BlockWork): Promise<Post[]> =>
  call.store.posts.find(
    {
      types: Object.values(types),
      // The types are internal ones, which the rule hides from every list; what is shown here was published to be shown.
      visibility: everything,
      statuses: ['publish'],
      withoutPassword: true,
      ids,
    },
    { by: 'id', direction: 'asc' },
    { limit: ids.length, offset: 0 },
  );

/** The meta key that editors store the footnotes of a text under. */
const footnotesKey = 'footnotes';

/** The footnotes of posts whose text the reader sees. */
export const loadFootnotes: BlockLoader = async (needed, loaded, { call }) => {
  const ids = [...needed.footnotes.values()].filter((id) => id > 0);
  if (ids.length === 0) return;
  for (const [id, [row]] of await call.store.meta.of('post', ids, [footnotesKey]))
    if (row) loaded.footnotes.set(needKey(id), readFootnotes(row.value ?? ''));
};

/** Different feeds in one response. */
const mostFeeds = 5;

/** Feeds of other sites, all at the same time. */
export const loadFeeds: BlockLoader = async (needed, loaded, { call, feeds }) => {
  const wanted = [...needed.feed].slice(0, mostFeeds);
  if (wanted.length === 0) return;
  // Nothing tells a cache when another site changes.
  call.keepPrivate();
  const found = await Promise.all(wanted.map(([, url]) => feeds(url, call.now)));
  for (const [i, [key]] of wanted.entries()) loaded.feed.set(key, found[i]!);
};

/** One loader per subject; each looks for the kinds of needs it knows. */
const loaders: readonly BlockLoader[] = [
  loadBlockSite,
  loadStoredTexts,
  loadBlockComments,
  loadFootnotes,
  loadPosts,
  loadPeople,
  loadTerms,
  loadPages,
  loadPeriods,
  loadCalendar,
  loadFeeds,
  loadEmbeds,
];

/** How often what was loaded is searched for blocks with needs of their own: texts in texts in a text. */
const rounds = 3;

/** Loads what the dynamic blocks of a page of texts need, in a number of queries that does not depend on the page. */
export function createBlockSource(loading: BlockLoading): BlockSource {
  return async (needed, call) => {
    const work = blockWork(loading, call);
    const loaded = emptyNeeds<'loaded'>();
    const read = new Set<string>();
    let wanted: NeededByBlocks | undefined = needed;
    for (let round = 0; wanted && round < rounds; round++) {
      for (const load of loaders) await load(wanted, loaded, work);
      const texts = innerTexts(wanted, loaded).filter(({ raw }) => !read.has(raw));
      for (const { raw } of texts) read.add(raw);
      wanted = withoutLoaded(await loading.textWork.findBlockNeeds(texts, loading.blocks), loaded);
    }
    return loaded;
  };
}

/** The texts that blocks show inside the text they are in. */
function innerTexts(wanted: NeededByBlocks, loaded: NeedMaps<'loaded'>): BlockText[] {
  const texts = [...wanted.reusable.keys()].map((key) => loaded.reusable.get(key));
  const menus = [...wanted.menu.keys()].map((key) => loaded.menu.get(key)?.content);
  const posts = [...wanted.posts].flatMap(([key, { withContent }]) =>
    withContent ? (loaded.posts.get(key)?.ids ?? []).flatMap((id) => loaded.post.get(String(id)) ?? []) : [],
  );
  return [
    ...[...texts, ...menus].flatMap((raw) => (raw === undefined ? [] : [{ raw, postId: 0 }])),
    ...posts.map(({ id, content }) => ({ raw: content, postId: id })),
  ];
}

function withoutLoaded(needed: NeededByBlocks | undefined, loaded: NeedMaps<'loaded'>): NeededByBlocks | undefined {
  if (!needed) return undefined;
  const left = emptyNeeds<'asked'>();
  const copy = <Kind extends keyof NeededByBlocks>(kind: Kind) => {
    const asked: ReadonlyMap<string, unknown> = needed[kind];
    const into: Map<string, unknown> = left[kind];
    for (const [key, value] of asked) if (!loaded[kind].has(key)) into.set(key, value);
  };
  for (const kind of Object.keys(left)) if (isKind(kind, left)) copy(kind);
  return Object.values(left).some((map) => map.size > 0) ? left : undefined;
}

const isKind = (name: string, needs: NeededByBlocks): name is keyof NeededByBlocks => name in needs;
