import { embeddedPost } from '../../formats/embedded-post.ts';
import type { ShownEmbed } from './shown.ts';
import { withoutShortcodes } from './values.ts';

/** The size of an embed of a post of this site. */
const size = { width: 600, height: 338 };

/** What stands for an address in a text with blocks. Nothing in it is taken for a block or a shortcode. */
export function embeddedHtml(embed: ShownEmbed, renderTitle: (title: string) => string): string {
  const html =
    'html' in embed
      ? embed.html
      : embeddedPost({ link: embed.url, title: renderTitle(embed.title), siteName: embed.siteName }, size);
  return withoutShortcodes(html).replaceAll('<!--', '&lt;!--');
}
