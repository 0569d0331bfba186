import { nofollowLinks } from './comments/nofollow.ts';
import { plainText } from './plain-text.ts';
import type { TagSet } from './sanitise/allowed-tags.ts';
import { sanitiseContent } from './sanitise/sanitise.ts';
import { trimBlanks } from './scan/characters.ts';
import { escapeHtml, rewriteWindowsReferences } from './scan/entities.ts';
import { stripTags } from './scan/strip-tags.ts';

/** Whether the writer may store any markup (the capability `unfiltered_html`). */
export interface Writer {
  readonly unfiltered: boolean;
}

/** Content, excerpt, caption and description of a post or a media item, ready to be stored. */
export const storePostText = (raw: string, writer: Writer): string => storeMarkup(raw, 'large', writer);

/** A title, ready to be stored. */
export const storeTitle = (raw: string, { unfiltered }: Writer): string =>
  trimBlanks(unfiltered ? raw : sanitiseContent(raw, 'small'));

/** The text of a comment, ready to be stored: links do not vouch for what they lead to. */
export const storeComment = (raw: string, writer: Writer): string => nofollowLinks(storeMarkup(raw, 'small', writer));

/** The name of a term, ready to be stored. May come out empty. */
export const storeTermName = (raw: string): string => storeName(raw);

/** A person's name: display name, first and last name, nickname, the author's name of a comment. May come out empty. */
export const storePersonName = (raw: string): string => storeName(raw);

/** The description of a term; with `person`, that of a user, whose links may carry `rel`. */
export const storeDescription = (raw: string, of: 'term' | 'person' = 'term'): string =>
  sanitiseContent(raw, of === 'person' ? 'description' : 'small');

/** The site's title or tagline, ready to be stored: shown as typed, so all markup is escaped. */
export const storeSettingText = (raw: string): string => escapeHtml(raw);

/** A date or time format: tags go, their text stays. */
export const storeFormat = (raw: string): string => stripTags(raw);

function storeMarkup(raw: string, set: TagSet, { unfiltered }: Writer): string {
  if (unfiltered) return rewriteWindowsReferences(raw);
  const clean = sanitiseContent(raw, set);
  const rewritten = rewriteWindowsReferences(clean);
  // Removing an unassigned reference can join its neighbours to a new one, which a second look settles.
  return rewritten === clean ? clean : sanitiseContent(rewritten, set);
}

function storeName(raw: string): string {
  return sanitiseContent(plainText(raw), 'small').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
