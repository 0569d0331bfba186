import type { Call } from '../../api/call.ts';
import { serverBase } from '../../rules/site.ts';
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
export async function textContext(
  { shortcodes, blocks, textWork }: TextSource,
  call: Call,
  loaded: LoadedForTexts = {},
): Promise<TextContext> {
  const site = { siteUrl: call.site.url, serverBase: serverBase(call.site), smilies: call.site.smilies };
  // Shared by the whole response: player numbers continue in embedded posts, and the synchronous limit applies once.
  const { counters, batch } = await call.once('text batch', async () => startBatch(site, textWork));
  return {
    ...site,
    shortcodes,
    blocks,
    counters,
    elsewhere: batch.with(loaded),
    ...contextOf(loaded),
  };
}

interface Batch {
  readonly counters: RenderContext['counters'];
  readonly batch: RenderBatch;
}

function startBatch(site: Pick<RenderContext, 'siteUrl' | 'serverBase' | 'smilies'>, textWork: TextWork): Batch {
  const counters = createCounters();
  return { counters, batch: textWork.renderBatch({ ...site, counters }) };
}
