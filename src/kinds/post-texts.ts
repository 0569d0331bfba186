import type { Caller } from '../content/capabilities.ts';
import { storePostText, storeTitle } from '../content/text/store.ts';
import { errors } from '../errors.ts';
import type { Post } from '../storage/rows.ts';
import { contentErrors } from './content-errors.ts';
import type { ContentKind } from './content-kind.ts';
import type { PostDraft } from './post-draft.ts';

type Texts = Pick<Post, 'title' | 'content' | 'excerpt'>;

/**
 * The texts to store, cleaned as far as the writer is trusted. All three are cleaned on every write, so that what a
 * trusted writer left does not stay in a row that another one saves.
 */
export function storedTexts(draft: PostDraft, before: Texts, writer: Caller): Texts {
  const trust = { unfiltered: writer.can('unfiltered_html') };
  const texts = {
    title: storeTitle(draft.title ?? before.title, trust),
    content: storePostText(draft.content ?? before.content, trust),
    excerpt: storePostText(draft.excerpt ?? before.excerpt, trust),
  };
  refuseTooLong('title', texts.title);
  refuseTooLong('excerpt', texts.excerpt);
  return texts;
}

/** A row whose type has all three texts must say something in one of them; who sends none of them is not asked. */
export function refuseNothing(kind: ContentKind, draft: PostDraft, before: Texts | null): void {
  if (!kind.supports('title') || !kind.supports('editor') || !kind.supports('excerpt')) return;
  const sent = [draft.title, draft.content, draft.excerpt];
  if (before && sent.every((text) => text === undefined)) return;
  const texts = [draft.title ?? before?.title, draft.content ?? before?.content, draft.excerpt ?? before?.excerpt];
  if (texts.every(isNothing)) throw contentErrors.empty_content();
}

export const noTexts: Texts = { title: '', content: '', excerpt: '' };

/** A lone zero counts as nothing, as clients of this interface know it. */
const isNothing = (text: string | undefined): boolean => !text || text === '0';

/** What the table's columns for titles and excerpts hold, in bytes; the column for content holds what a request can. */
const widestText = 65_535;

function refuseTooLong(name: string, text: string): void {
  if (text.length * 3 <= widestText || Buffer.byteLength(text) <= widestText) return;
  const params = { [name]: `${name} has at most ${widestText} bytes.` };
  throw errors.rest_invalid_param({ params }, { details: { params } });
}
