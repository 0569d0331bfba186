import type { BlockLoader } from './block-work.ts';

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
