import type { Call } from '../../api/call.ts';
import { isReadMethod } from '../../api/request.ts';
import { contextOf, type LoadedForTexts } from '../../background/text-tasks.ts';
import type { RenderBatch, TextWork } from '../../background/text-work.ts';
import { type Site, serverBase } from '../../rules/site.ts';
import { createCounters, type RenderContext, type TextSyntax } from '../../text/render/render-context.ts';

/** The rendering context of texts, without the post they belong to. */
export type TextContext = Omit<RenderContext, 'postId'>;

interface TextSource extends TextSyntax {
  readonly textWork: TextWork;
}

/** The rendering context for the texts of a page of rows; `loaded` is what they need besides. */
export function textContext(
  { shortcodes, blocks, rules, textWork }: TextSource,
  call: Call,
  loaded: LoadedForTexts = {},
): TextContext {
  const site = siteFacts(call.site);
  // Shared by the whole response: player numbers continue in embedded posts, and the synchronous limit applies once.
  const isAfterWrite = rules.countsWritesTwice && !isReadMethod(call.request.method);
  const { words } = askedExcerpts(call);
  const facts: ShownFacts = {
    ...site,
    ...(isAfterWrite ? { isAfterWrite } : {}),
    ...(words === undefined ? {} : { excerptWords: Math.max(0, words) }),
  };
  const { counters, batch } = call.once('text batch', () => startBatch(facts, textWork));
  return {
    ...facts,
    shortcodes,
    blocks,
    rules,
    counters,
    elsewhere: batch.with(loaded),
    ...contextOf(loaded),
  };
}

/** How many words the excerpts of a response have, where its request says so. */
export const askedExcerpts = (call: Call): { words?: number } => call.once('excerpt words', () => ({}));

type SiteFacts = Pick<RenderContext, 'siteUrl' | 'serverBase' | 'smilies'>;

/** The same with what they depend on of the request. */
type ShownFacts = SiteFacts & Pick<RenderContext, 'isAfterWrite' | 'excerptWords'>;

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

function startBatch(site: ShownFacts, textWork: TextWork): Batch {
  const counters = createCounters();
  return { counters, batch: textWork.renderBatch({ ...site, counters }) };
}
