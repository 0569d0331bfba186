import type { ShownEmbed } from '../blocks/block-data.ts';
import { withoutShortcodes } from '../dynamic-blocks/block-values.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { RenderContext, ShortcodeAttributes } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { isBlank, markupEnd, skipBlanks } from '../scan.ts';
import type { TextRules } from '../text-rules.ts';
import { embeddedPost, type followsLinks } from './embedded-post.ts';
import { playerFor } from './players.ts';
import { runShortcodes } from './run-shortcodes.ts';
import { createShortcodeRegistry } from './shortcodes.ts';

/**
 * Resolves `[embed]URL[/embed]`, `[embed src="URL"]` and URLs alone on a line or in a paragraph. Media URLs become
 * player shortcodes, which run later with the others. Any other `[embed]` becomes a link, and a lone URL stays text
 * unless `embedded` has HTML for it.
 */
export function embeds(
  text: string,
  context: RenderContext,
  embedded: (address: string) => string | undefined = () => undefined,
): string {
  return embedLoneAddresses(text.includes('[embed') ? runShortcodes(text, embedOnly, context) : text, embedded);
}

const embedOnly = createShortcodeRegistry({
  embed: (attributes, body = '', { rules }) => {
    const address = body === '' ? (attributes['src'] ?? '') : body;
    if (address === '') return '';
    return playerShortcode(address, attributes) ?? linkTo(address, rules);
  },
});

/** A link that shows its own address. */
export const linkTo = (address: string, rules?: Pick<TextRules, 'trimsAddresses'>): string =>
  `<a href="${attributeUrl(address, rules)}">${escapeKeepingReferences(address)}</a>`;

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

/** A lone URL becomes a player, its HTML, or the URL with its ampersands unescaped. */
function embedLoneAddresses(text: string, embedded: (address: string) => string | undefined): string {
  let out = '';
  let copied = 0;
  for (const { at, end, address } of loneAddresses(text)) {
    out += text.slice(copied, at) + (playerShortcode(text.slice(at, end), {}) ?? embedded(address) ?? address);
    copied = end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** A URL alone on its line, or alone between `<p…>` and `</p>`. */
export interface LoneAddress {
  readonly at: number;
  /** Where it ends (exclusive). */
  readonly end: number;
  /** The URL with its ampersands unescaped. */
  readonly address: string;
}

/** Yields the lone URLs of a text that are not in its markup. Every character is looked at a fixed number of times. */
export function* loneAddresses(text: string): Generator<LoneAddress> {
  let isInMarkup: ((at: number) => boolean) | undefined;
  for (let mark = text.indexOf('://'), end = 0; mark !== -1; mark = text.indexOf('://', end)) {
    const at = (text.charCodeAt(mark - 1) | 32) === 115 ? mark - 5 : mark - 4;
    const before = end;
    end = mark + 3;
    if (at < before || !text.startsWith('http', at) || !mayStandAlone(text, at)) continue;
    while (end < text.length && isAddressCode(text.charCodeAt(end))) end++;
    if (!isAlone(text, at, end)) continue;
    isInMarkup ??= createMarkupTest(text);
    if (!isInMarkup(at)) yield { at, end, address: text.slice(at, end).replaceAll('&amp;', '&') };
  }
}

/** True when a text has a lone URL. */
export const hasLoneAddress = (text: string): boolean => !loneAddresses(text).next().done;

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

/** The size of an embed of a post of this site. */
const size = { width: 600, height: 338 };

/** What stands for an address in a text. Nothing in it is taken for a block or a shortcode. */
export function embeddedHtml(
  embed: ShownEmbed,
  renderTitle: (title: string) => string,
  allowed?: typeof followsLinks,
): string {
  const html =
    'html' in embed
      ? embed.html
      : embeddedPost({ link: embed.url, title: renderTitle(embed.title), siteName: embed.siteName }, size, { allowed });
  return withoutShortcodes(html).replaceAll('<!--', '&lt;!--');
}
