import { nofollowLinks } from './comments/nofollow.ts';
import { plainText } from './plain-text.ts';
import type { TagSet } from './sanitise/allowed-tags.ts';
import { sanitiseContent } from './sanitise/sanitise.ts';
import { sanitiseBlocks } from './sanitise/sanitise-blocks.ts';
import { trimBlanks } from './scan/characters.ts';
import { escapeKeepingReferences, rewriteWindowsReferences } from './scan/entities.ts';
import { stripTags } from './scan/strip-tags.ts';

/** Whether the writer may store any markup (the capability `unfiltered_html`). */
export interface Writer {
  readonly unfiltered: boolean;
}

/** Content, excerpt, caption and description of a post or a media item, ready to be stored. */
export const storePostText = (raw: string, writer: Writer): string => storeMarkup(raw, 'large', writer);

/** A title, ready to be stored. It is trimmed before tags are removed: blanks inside a removed outer tag stay. */
export const storeTitle = (raw: string, { unfiltered }: Writer): string => {
  const trimmed = trimBlanks(raw);
  return unfiltered ? trimmed : sanitiseContent(trimmed, 'small');
};

/** The text of a comment, ready to be stored: links to other sites get `rel="nofollow"`. */
export const storeComment = (raw: string, writer: Writer, siteUrl: string): string =>
  nofollowLinks(storeMarkup(raw, 'small', writer), siteUrl);

/** The name of a term, ready to be stored. The result may be empty. */
export const storeTermName = (raw: string): string => storeName(raw);

/** A person's name: display name, first and last name, nickname, the author of a comment. The result may be empty. */
export const storePersonName = (raw: string): string => storeName(raw);

/** The description of a term; with `person`, that of a user, whose links may carry `rel`. */
export const storeDescription = (raw: string, of: 'term' | 'person' = 'term'): string =>
  sanitiseContent(raw, of === 'person' ? 'description' : 'small');

/** The site's title or tagline, ready to be stored: shown as typed, so all markup is escaped. */
export const storeSettingText = (raw: string): string => escapeKeepingReferences(raw);

/** A date or time format: tags are removed, their text stays. */
export const storeFormat = (raw: string): string => stripTags(raw);

function storeMarkup(raw: string, set: TagSet, { unfiltered }: Writer): string {
  if (unfiltered) return rewriteWindowsReferences(raw);
  const clean = sanitiseBlocks(raw, set);
  const rewritten = rewriteWindowsReferences(clean);
  // Removing an unassigned reference can join its neighbours to a new one, so a changed text gets a second pass.
  return rewritten === clean ? clean : sanitiseBlocks(rewritten, set);
}

function storeName(raw: string): string {
  return sanitiseContent(plainText(raw), 'small').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
