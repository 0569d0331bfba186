import type { Caller } from '../content/capabilities.ts';
import { storePostText, storeTitle } from '../content/text/store.ts';
import type { Post } from '../storage/rows.ts';
import { contentErrors } from './content-errors.ts';
import type { ContentKind } from './content-kind.ts';
import type { PostDraft } from './post-draft.ts';

type Texts = Pick<Post, 'title' | 'content' | 'excerpt'>;

/**
 * The texts to store, cleaned as far as the writer is trusted. All three are cleaned on every write, so that what a
 * trusted writer left does not stay in a row that another one saves.
 */
export function storedTexts(kind: ContentKind, draft: PostDraft, before: Texts, writer: Caller): Texts {
  const texts = {
    title: draft.title ?? before.title,
    content: draft.content ?? before.content,
    excerpt: draft.excerpt ?? before.excerpt,
  };
  if (mustSaySomething(kind) && Object.values(texts).every(isNothing)) throw contentErrors.empty_content();
  const trust = { unfiltered: writer.can('unfiltered_html') };
  return {
    title: storeTitle(texts.title, trust),
    content: storePostText(texts.content, trust),
    excerpt: storePostText(texts.excerpt, trust),
  };
}

export const noTexts: Texts = { title: '', content: '', excerpt: '' };

/** A type whose rows have all three texts cannot do without any; others may be empty. */
function mustSaySomething(kind: ContentKind): boolean {
  return kind.supports('title') && kind.supports('editor') && kind.supports('excerpt');
}

/** A lone zero counts as nothing, as clients of this interface know it. */
const isNothing = (text: string): boolean => text === '' || text === '0';
