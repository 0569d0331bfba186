import type { Call } from '../../api/call.ts';
import { type Site, serverBase } from '../../rules/site.ts';
import { createCounters, type RenderContext, type TextSyntax } from '../../text/render-context.ts';
import type { RenderBatch } from '../../workers/render-batch.ts';
import { contextOf, type LoadedForTexts } from '../../workers/text-tasks.ts';
import type { TextWork } from '../../workers/text-work.ts';

/** The rendering context of texts, without the post they belong to. */
export type TextContext = Omit<RenderContext, 'postId'>;

interface TextSource extends TextSyntax {
  readonly textWork: TextWork;
}

/** The rendering context for the texts of a page of rows; `loaded` is what they need besides. */
export function textContext(
  { shortcodes, blocks, textWork }: TextSource,
  call: Call,
  loaded: LoadedForTexts = {},
): TextContext {
  const site = siteFacts(call.site);
  // Shared by the whole response: player numbers continue in embedded posts, and the synchronous limit applies once.
  const { counters, batch } = call.once('text batch', () => startBatch(site, textWork));
  return {
    ...site,
    shortcodes,
    blocks,
    counters,
    elsewhere: batch.with(loaded),
    ...contextOf(loaded),
  };
}

type SiteFacts = Pick<RenderContext, 'siteUrl' | 'serverBase' | 'smilies'>;

const factsOfSites = new WeakMap<Site, SiteFacts>();

/** What texts depend on of the site; a site is the same object until its settings change. */
function siteFacts(site: Site): SiteFacts {
  const known = factsOfSites.get(site);
  if (known) return known;
  const facts = { siteUrl: site.url, serverBase: serverBase(site), smilies: site.smilies };
  factsOfSites.set(site, facts);
  return facts;
}

interface Batch {
  readonly counters: RenderContext['counters'];
  readonly batch: RenderBatch;
}

function startBatch(site: SiteFacts, textWork: TextWork): Batch {
  const counters = createCounters();
  return { counters, batch: textWork.renderBatch({ ...site, counters }) };
}
