import { attributeUrl } from '../clean-url.ts';
import type { RenderContext, ShortcodeAttributes } from '../render-context.ts';
import { isBlank, skipBlanks } from '../scan/characters.ts';
import { escapeKeepingReferences } from '../scan/entities.ts';
import { markupEnd } from '../scan/markup.ts';
import { playerFor } from './players.ts';
import { runShortcodes } from './run-shortcodes.ts';
import { createShortcodeRegistry } from './shortcodes.ts';

/**
 * Resolves `[embed]URL[/embed]`, `[embed src="URL"]` and URLs alone on a line or in a paragraph. Media URLs become
 * player shortcodes, which run later with the others. Any other `[embed]` becomes a link, and a lone URL stays text.
 */
export function embeds(text: string, context: RenderContext): string {
  return embedLoneAddresses(text.includes('[embed') ? runShortcodes(text, embedOnly, context) : text);
}

const embedOnly = createShortcodeRegistry({
  embed: (attributes, body = '') => {
    const address = body === '' ? (attributes['src'] ?? '') : body;
    if (address === '') return '';
    const player = playerShortcode(address, attributes);
    return player ?? `<a href="${attributeUrl(address)}">${escapeKeepingReferences(address)}</a>`;
  },
});

/** The player shortcode for a URL; undefined for a URL that cannot be played. */
function playerShortcode(url: string, attributes: ShortcodeAttributes): string | undefined {
  const address = url.trim();
  const kind = /^https?:\/\/[^\s<>"[\]]+$/i.test(address) ? playerFor(address) : undefined;
  if (kind === undefined) return undefined;
  const { width, height } = attributes;
  const size =
    width && height ? ` width="${Number.parseInt(width, 10) || 0}" height="${Number.parseInt(height, 10) || 0}"` : '';
  return `[${kind}${kind === 'video' ? size : ''} src="${attributeUrl(address)}"]`;
}

/** What a lone URL becomes: a player, or the URL with its ampersands unescaped. */
const embedAddress = (url: string): string => playerShortcode(url, {}) ?? url.replaceAll('&amp;', '&');

function embedLoneAddresses(text: string): string {
  let isInMarkup: ((at: number) => boolean) | undefined;
  let out = '';
  let copied = 0;
  for (let mark = text.indexOf('://'), end = 0; mark !== -1; mark = text.indexOf('://', end)) {
    const at = (text.charCodeAt(mark - 1) | 32) === 115 ? mark - 5 : mark - 4;
    end = mark + 3;
    if (at < copied || !text.startsWith('http', at) || !mayStandAlone(text, at)) continue;
    while (end < text.length && isAddressCode(text.charCodeAt(end))) end++;
    if (!isAlone(text, at, end)) continue;
    const url = text.slice(at, end);
    const embedded = embedAddress(url);
    if (embedded === url) continue;
    isInMarkup ??= createMarkupTest(text);
    if (isInMarkup(at)) continue;
    out += text.slice(copied, at) + embedded;
    copied = end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** True at the start of the text, after white space or after a tag. Checked first, since it is cheap. */
const mayStandAlone = (text: string, at: number): boolean =>
  at === 0 || isBlank(text.charCodeAt(at - 1)) || text.charCodeAt(at - 1) === 62;

/** Alone on its line, or alone between `<p…>` and `</p>`. */
function isAlone(text: string, at: number, end: number): boolean {
  let before = at;
  while (before > 0 && isBlank(text.charCodeAt(before - 1)) && text.charCodeAt(before - 1) !== 10) before--;
  let after = end;
  while (after < text.length && isBlank(text.charCodeAt(after)) && text.charCodeAt(after) !== 10) after++;
  const lineStarts = before === 0 || text.charCodeAt(before - 1) === 10;
  if (lineStarts && (after === text.length || text.charCodeAt(after) === 10)) return true;
  if (!text.startsWith('</p>', skipBlanks(text, end))) return false;
  while (before > 0 && isBlank(text.charCodeAt(before - 1))) before--;
  return /<p(?: [^<>]*)?>$/.test(text.slice(text.lastIndexOf('<', before - 1), before));
}

function createMarkupTest(text: string): (at: number) => boolean {
  let start = text.indexOf('<');
  let end = start === -1 ? -1 : markupEnd(text, start);
  return (at) => {
    while (start !== -1 && end <= at) {
      start = text.indexOf('<', end);
      end = start === -1 ? -1 : markupEnd(text, start);
    }
    return start !== -1 && start < at;
  };
}

const isAddressCode = (code: number): boolean => !isBlank(code) && code !== 60 && code !== 62 && code !== 34;
