import { attributeUrl } from '../clean-url.ts';
import type { RenderContext, ShortcodeAttributes } from '../render-context.ts';
import { escapeKeepingReferences } from '../scan/entities.ts';
import { loneAddresses } from './lone-addresses.ts';
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
