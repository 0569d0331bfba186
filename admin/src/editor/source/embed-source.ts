import type { NodeAttributes, TextNode } from './text-node.ts';

type Wrap = NonNullable<NodeAttributes['wrap']>;

const address = String.raw`https?:\/\/[^\s<>"]+`;
const inParagraph = new RegExp(String.raw`^(<p>)(${address})(<\/p>)$`, 'i');
/** A block for an embed: its address alone on a line, and perhaps a caption. */
const inBlock = new RegExp(
  String.raw`^(<!-- wp:embed (?:\{[^<>]*\} )?-->\n<figure[^<>]*><div[^<>]*>\n)(${address})(\n<\/div>(?:<figcaption[^<>]*>(?:(?!<!--)[\s\S])*?<\/figcaption>)?<\/figure>\n<!-- \/wp:embed -->)$`,
);

/** The address that a line is; the site shows what it leads to. */
export const isAddressLine = (line: string): boolean => new RegExp(`^${address}$`, 'i').test(line);

/** An embed that has a paragraph or a block of its own; null for anything else. */
export function readEmbed(source: string): TextNode | null {
  const [, before, found, after] = inParagraph.exec(source) ?? inBlock.exec(source) ?? [];
  if (before === undefined || found === undefined || after === undefined) return null;
  return { type: 'embed', attrs: { source: found, wrap: [before, after] } };
}

/** What changes in an embed that gets another address. A block names it twice, and says whose it is. */
export function changedEmbed(
  wrap: Wrap | null,
  typed: string,
): { readonly source: string; readonly wrap: Wrap | null } {
  if (wrap === null || !wrap[0].startsWith('<!--')) return { source: typed, wrap };
  const caption = /<figcaption[\s\S]*<\/figcaption>/.exec(wrap[1])?.[0] ?? '';
  return { source: typed.replaceAll('&', '&amp;'), wrap: embedBlock(typed, caption) };
}

/** An address as readers know it. */
export const shownAddress = (source: string): string => source.replaceAll('&amp;', '&');

/** What stands around an address in a text with blocks. */
export function embedBlock(typed: string, caption = ''): Wrap {
  const facts = JSON.stringify({ url: shownAddress(typed) })
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('&', '\\u0026');
  return [
    `<!-- wp:embed ${facts} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n`,
    `\n</div>${caption}</figure>\n<!-- /wp:embed -->`,
  ];
}
