import { emptyNeeds, type NeededByBlocks, type NeedMaps } from '../../text/blocks/block-needs.ts';
import type { BlockText } from '../../text/blocks/needed-by-blocks.ts';
import type { BlockSource } from '../posts/block-source.ts';
import { type BlockLoader, type BlockLoading, blockWork } from './block-work.ts';
import { loadCalendar } from './load-calendar.ts';
import { loadBlockComments } from './load-comments.ts';
import { loadEmbeds } from './load-embeds.ts';
import { loadFeeds } from './load-feeds.ts';
import { loadFootnotes } from './load-footnotes.ts';
import { loadPages } from './load-pages.ts';
import { loadPeople } from './load-people.ts';
import { loadPeriods } from './load-periods.ts';
import { loadPosts } from './load-posts.ts';
import { loadBlockSite } from './load-site.ts';
import { loadStoredTexts } from './load-stored-texts.ts';
import { loadTerms } from './load-terms.ts';

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
