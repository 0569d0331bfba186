import { textTooLong } from '../../../api/resource/field.ts';
import type { TextToClean } from '../../../background/text-tasks.ts';
import type { Caller } from '../../../rules/capabilities.ts';
import { isStorable, textLimits } from '../../../rules/text-limits.ts';
import type { Post } from '../../../storage/rows.ts';
import type { OperationContext } from '../../context/core-context.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKind } from '../content-kind.ts';
import type { PostDraft } from './post-draft.ts';

export type Texts = Pick<Post, 'title' | 'content' | 'excerpt'>;

/** The texts to store when a draft is applied to a row. */
export type TextCleaner = (draft: PostDraft, before: Texts) => Promise<Texts>;

/**
 * Cleans the texts of one write according to the capabilities of the writer. All three are cleaned on every write, so
 * that unfiltered HTML of a trusted writer does not stay in a row that another writer saves.
 *
 * Cleaning long texts is slow. A cleaner caches its last result, so that it can run before the transaction and no lock
 * is held meanwhile.
 */
export function createTextCleaner({ textWork }: ContentKind, writer: Caller): TextCleaner {
  const unfiltered = writer.can('unfiltered_html');
  let last: { readonly raw: Texts; readonly clean: Texts } | null = null;
  return async (draft, before) => {
    const raw: Texts = {
      title: draft.title ?? before.title,
      content: draft.content ?? before.content,
      excerpt: draft.excerpt ?? before.excerpt,
    };
    if (last && names.every((name) => last?.raw[name] === raw[name])) return last.clean;
    const texts = names.map((name): TextToClean => ({ as: cleanedAs[name], raw: raw[name], unfiltered }));
    const [title = '', content = '', excerpt = ''] = await textWork.clean(texts);
    last = { raw, clean: { title, content, excerpt } };
    for (const name of names) if (!isStorable(last.clean[name], textLimits[name])) throw tooLong(name);
    return last.clean;
  };
}

/** A cleaner that has already cleaned the draft against the current row, or what is known of it. */
export async function cleanBeforehand(
  kind: ContentKind,
  which: number | Texts,
  draft: PostDraft,
  { store, caller }: OperationContext,
): Promise<TextCleaner> {
  const clean = createTextCleaner(kind, caller);
  const row = typeof which === 'number' ? await store.posts.byId(which) : which;
  if (row) await clean(draft, row);
  return clean;
}

const names = ['title', 'content', 'excerpt'] as const;
const cleanedAs = { title: 'title', content: 'postText', excerpt: 'postText' } as const;
const tooLong = (name: keyof Texts): Error => textTooLong(name, textLimits[name]);

/**
 * Refuses a row whose three texts are all empty, if its type supports all three. The texts are checked as stored: a
 * title of spaces is trimmed and thus empty, a content of spaces is not.
 */
export function refuseEmpty(kind: ContentKind, texts: Texts): void {
  if (!kind.supports('title') || !kind.supports('editor') || !kind.supports('excerpt')) return;
  if (names.every((name) => isNothing(texts[name]))) throw contentErrors.empty_content();
}

/** Whether a draft changes any of the texts. */
export const hasTexts = (draft: PostDraft): boolean => names.some((name) => draft[name] !== undefined);

export const noTexts: Texts = { title: '', content: '', excerpt: '' };

/** `0` counts as empty, as clients of this interface expect. */
const isNothing = (text: string): boolean => text === '' || text === '0';
