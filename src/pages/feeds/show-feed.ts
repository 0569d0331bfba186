import type { SiteAnswer } from '../../http/write-response.ts';
import type { PageAddress } from '../address/page-address.ts';
import { loadIcon } from '../models/site-icon.ts';
import type { PageWork } from '../page-context.ts';
import { findTarget } from '../targets/find-target.ts';
import type { PageTarget } from '../targets/page-target.ts';
import { atomFeed } from './atom-feed.ts';
import { commentFeed } from './comment-feed.ts';
import type { FeedModel } from './feed-model.ts';
import { jsonFeed } from './json-feed.ts';
import { postFeed } from './post-feed.ts';
import { rssFeed } from './rss-feed.ts';

const formats: Readonly<Record<string, { readonly type: string; readonly write: (feed: FeedModel) => string }>> = {
  rss2: { type: 'application/rss+xml; charset=UTF-8', write: rssFeed },
  atom: { type: 'application/atom+xml; charset=UTF-8', write: atomFeed },
  json: { type: 'application/feed+json; charset=UTF-8', write: jsonFeed },
};

/** Other names of the formats; the ones before RSS 2.0 are answered in it. */
const aliases: Readonly<Record<string, string>> = { feed: 'rss2', rss: 'rss2', rdf: 'rss2' };

/** The feed at an address; null where there is none, or the reader sees nothing there. */
export async function showFeed(work: PageWork, address: PageAddress): Promise<SiteAnswer | null> {
  if (typeof address.view !== 'object') return null;
  const { isOfComments, name } = readName(address.view);
  const format = formats[name];
  const target = format && (await firstTarget(work, address));
  if (!format || !target) return null;
  const model = await feedOf(work, target, { isOfComments, name });
  if (!model) return null;
  const feed = { ...model, icon: await loadIcon(work) };
  const changed = new Date(feed.updated);
  return {
    status: 200,
    type: format.type,
    payload: format.write(feed),
    headers: {
      'X-Content-Type-Options': 'nosniff',
      Link: `<${work.call.site.apiUrl}/>; rel="https://api.w.org/"`,
      ...(Number.isNaN(changed.getTime()) ? {} : { 'Last-Modified': changed.toUTCString() }),
    },
  };
}

function readName({ feed, comments }: { feed: string; comments: boolean }): { isOfComments: boolean; name: string } {
  const bare = feed.replace(/^comments-/, '');
  const name = Object.hasOwn(aliases, bare) ? (aliases[bare] ?? '') : bare;
  return { isOfComments: comments || bare !== feed, name: Object.hasOwn(formats, name) ? name : '' };
}

async function firstTarget(work: PageWork, { candidates }: PageAddress): Promise<PageTarget | null> {
  for (const { reading } of candidates) {
    const target = await findTarget(work, reading);
    if (target) return target;
  }
  return null;
}

/** The feed of a post is that of its comments; that of a front page is the site's. */
async function feedOf(
  work: PageWork,
  target: PageTarget,
  { isOfComments, name }: { isOfComments: boolean; name: string },
): Promise<FeedModel | null> {
  const { site } = work.call;
  const home = { kind: 'home', link: `${site.url}/`, page: null } as const;
  const isFront = target.link === home.link;
  if (isOfComments && isFront) return commentFeed(work, { link: home.link, post: null }, name);
  if (target.kind !== 'entry') return isOfComments ? null : postFeed(work, target, name);
  if (isFront) return postFeed(work, home, name);
  const isOpen = target.post.status === 'publish' || target.post.status === 'inherit';
  return isOpen ? commentFeed(work, { link: target.link, post: target.post }, name) : null;
}
