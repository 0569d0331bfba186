import type { PictureWidths } from '../theme/theme.ts';

/** A picture, or the tag of a box that may be around pictures. */
const tags = /<(\/?)(figure|div|img)\b([^<>]*)>/g;
const ownSizes = / sizes="\(max-width: (\d+)px\) 100vw, \1px"/;
const aligned = / class="[^"]*\balign(wide|full)\b/;

/**
 * A rendered text whose pictures say how wide the theme shows them. The interface knows their own width only, with which
 * browsers would load a larger copy than they show.
 */
export function withPictureWidths(html: string, widths: PictureWidths | null): string {
  if (widths === null || !html.includes(' sizes="')) return html;
  /** The widest box around the place, for each box that is open there. */
  const boxes: (keyof typeof shown)[] = [];
  const shown = {
    text: (width: number) => upTo(Math.min(width, widths.text)),
    wide: (width: number) => upTo(Math.min(width, widths.wide)),
    full: () => '100vw',
  };
  return html.replace(tags, (tag, slash: string, name: string, attributes: string) => {
    const around = boxes.at(-1) ?? 'text';
    if (name === 'img') return tag.replace(ownSizes, (_, width: string) => ` sizes="${shown[around](Number(width))}"`);
    const [, own] = aligned.exec(attributes) ?? [];
    if (slash) boxes.pop();
    else boxes.push(own === 'wide' || own === 'full' ? own : around);
    return tag;
  });
}

const upTo = (width: number): string => `(max-width: ${width}px) 100vw, ${width}px`;
