import { nofollowLinks } from './comments/nofollow.ts';
import { plainText } from './plain-text.ts';
import { sanitiseContent } from './sanitise/sanitise.ts';
import { trimBlanks } from './scan/characters.ts';
import { escapeKeepingReferences, rewriteWindowsReferences } from './scan/entities.ts';
import { stripTags } from './scan/strip-tags.ts';
/** Content, excerpt, caption and description of a post or a media item, ready to be stored. */
export const storePostText = (raw, writer) => storeMarkup(raw, 'large', writer);
/** A title, ready to be stored. It is trimmed before tags are removed: blanks inside a removed outer tag stay. */
export const storeTitle = (raw, { unfiltered }) => {
  const trimmed = trimBlanks(raw);
  return unfiltered ? trimmed : sanitiseContent(trimmed, 'small');
};
/** The text of a comment, ready to be stored: links to other sites get `rel="nofollow"`. */
export const storeComment = (raw, writer, siteUrl) => nofollowLinks(storeMarkup(raw, 'small', writer), siteUrl);
/** The name of a term, ready to be stored. The result may be empty. */
export const storeTermName = (raw) => storeName(raw);
/** A person's name: display name, first and last name, nickname, the author of a comment. The result may be empty. */
export const storePersonName = (raw) => storeName(raw);
/** The description of a term; with `person`, that of a user, whose links may carry `rel`. */
export const storeDescription = (raw, of = 'term') => sanitiseContent(raw, of === 'person' ? 'description' : 'small');
/** The site's title or tagline, ready to be stored: shown as typed, so all markup is escaped. */
export const storeSettingText = (raw) => escapeKeepingReferences(raw);
/** A date or time format: tags are removed, their text stays. */
export const storeFormat = (raw) => stripTags(raw);
function storeMarkup(raw, set, { unfiltered }) {
  if (unfiltered) return rewriteWindowsReferences(raw);
  const clean = sanitiseContent(raw, set);
  const rewritten = rewriteWindowsReferences(clean);
  // Removing an unassigned reference can join its neighbours to a new one, so a changed text gets a second pass.
  return rewritten === clean ? clean : sanitiseContent(rewritten, set);
}
function storeName(raw) {
  return sanitiseContent(plainText(raw), 'small').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
