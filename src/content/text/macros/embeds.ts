import { attributeUrl } from '../clean-url.ts';
import type { RenderContext } from '../render-context.ts';
import { isBlank, skipBlanks } from '../scan/characters.ts';
import { escapeHtml } from '../scan/entities.ts';
import { markupEnd } from '../scan/markup.ts';
import { createShortcodeRegistry, type ShortcodeAttributes } from '../shortcodes.ts';
import { playerFor } from './players.ts';
import { runShortcodes } from './run-shortcodes.ts';

/**
 * Resolves `[embed]address[/embed]` and media addresses alone on a line or in a paragraph. Media become player macros,
 * which are run later with the others; what cannot be played becomes a link.
 */
export function embeds(text: string, context: RenderContext): string {
  return playLoneAddresses(text.includes('[embed') ? runShortcodes(text, embedOnly, context) : text);
}

const embedOnly = createShortcodeRegistry({
  embed: (attributes, body = '') => {
    if (body === '') return '';
    const player = playerMacro(body, attributes);
    return player ?? `<a href="${attributeUrl(body)}">${escapeHtml(body)}</a>`;
  },
});

/** The macro that plays an address, for addresses that can be played. */
function playerMacro(url: string, attributes: ShortcodeAttributes): string | undefined {
  const address = url.trim();
  const kind = /^https?:\/\/[^\s<>"[\]]+$/i.test(address) ? playerFor(address) : undefined;
  if (kind === undefined) return undefined;
  const { width, height } = attributes;
  const size =
    width && height ? ` width="${Number.parseInt(width, 10) || 0}" height="${Number.parseInt(height, 10) || 0}"` : '';
  return `[${kind}${kind === 'video' ? size : ''} src="${attributeUrl(address)}"]`;
}

function playLoneAddresses(text: string): string {
  let isInMarkup: ((at: number) => boolean) | undefined;
  let out = '';
  let copied = 0;
  for (let mark = text.indexOf('://'), end = 0; mark !== -1; mark = text.indexOf('://', end)) {
    const at = (text.charCodeAt(mark - 1) | 32) === 115 ? mark - 5 : mark - 4;
    end = mark + 3;
    if (at < copied || !text.startsWith('http', at) || !mayStandAlone(text, at)) continue;
    while (end < text.length && isAddressCode(text.charCodeAt(end))) end++;
    if (!isAlone(text, at, end)) continue;
    isInMarkup ??= createMarkupTest(text);
    const macro = isInMarkup(at) ? undefined : playerMacro(text.slice(at, end), {});
    if (macro === undefined) continue;
    out += text.slice(copied, at) + macro;
    copied = end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** Not glued to anything but a tag: asked first, so that no address is walked over from within. */
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
