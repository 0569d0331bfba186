import { escapeKeepingReferences, normaliseEntities } from '../scan/entities.ts';
import { createFinder } from '../scan/finder.ts';
import { allowedTags } from './allowed-tags.ts';
import { sanitiseTag } from './sanitise-tag.ts';
/**
 * Removes all markup that a set does not allow; the text of removed elements stays. The result has nothing that can
 * run, and sanitising it again changes nothing.
 */
export function sanitiseContent(text, set) {
  const once = pass(text, allowedTags[set]);
  // Removing a tag can join the two halves of a reference, so a changed text gets a second pass.
  return once === text ? once : pass(once, allowedTags[set]);
}
/** Removes the control characters that no text needs. TAB, LF and CR stay. */
export const withoutControls = (text) => text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]+/g, '');
function pass(text, allowed) {
  const clean = normaliseEntities(withoutControls(text));
  if (!clean.includes('<') && !clean.includes('>')) return clean;
  return replaceMarkup(escapeOpenMarkup(clean), allowed);
}
/** Escapes every `<` that meets another `<`, or the end, before a `>`, together with the text up to there. */
export function escapeOpenMarkup(text) {
  const nextEnd = createFinder(text, '>');
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('<'); at !== -1; ) {
    const next = text.indexOf('<', at + 1);
    const end = nextEnd(at);
    if (end === -1 || (next !== -1 && next < end)) {
      const stop = next === -1 ? text.length : next;
      out += text.slice(copied, at) + escapeKeepingReferences(text.slice(at, stop));
      copied = stop;
    }
    at = next;
  }
  return copied === 0 ? text : out + text.slice(copied);
}
/** Expects every `<` to be closed: the text has only tags, comments and loose `>`. */
function replaceMarkup(text, allowed) {
  const commentEnd = createFinder(text, '-->');
  let out = '';
  let copied = 0;
  for (let at = nextAngle(text, 0); at !== -1; at = nextAngle(text, copied)) {
    out += text.slice(copied, at);
    if (text.charCodeAt(at) === 62) {
      out += '&gt;';
      copied = at + 1;
    } else if (text.startsWith('<!--', at)) {
      const end = commentEnd(at + 4);
      copied = end === -1 ? text.length : end + 3;
      out += comment(text.slice(at, copied), allowed);
    } else {
      copied = text.indexOf('>', at) + 1;
      out += sanitiseTag(text.slice(at, copied), allowed);
    }
  }
  return out + text.slice(copied);
}
/** Keeps a comment: sanitises its text until nothing changes, and removes runs of dashes from it. */
function comment(markup, allowed) {
  let text = markup.replaceAll('<!--', '').replaceAll('-->', '');
  for (let rounds = 0; rounds < 4; rounds++) {
    const next = pass(text, allowed);
    if (next === text) break;
    text = next;
  }
  if (text === '') return '';
  const quiet = text.replace(/-{2,}/g, '-').replace(/-$/, '');
  return `<!--${quiet}-->`;
}
function nextAngle(text, from) {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 60 || code === 62) return i;
  }
  return -1;
}
