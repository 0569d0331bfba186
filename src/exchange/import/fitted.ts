import type { WxrItem } from '../wxr/wxr-parts.ts';

/** The sizes of the columns of the public layout, in bytes. */
const textBytes = 65_535;
const nameBytes = 255;
/** The widest number of a column of 32 bits. */
const widestNumber = 2_147_483_647;

/** The item with its texts and numbers cut to their columns; every cut is reported. Only files of other systems have such texts. */
export function fitted(item: WxrItem, note: (text: string) => void): WxrItem {
  const cut = (text: string, bytes: number, what: string): string => {
    // At most three bytes per UTF-16 code unit.
    if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text;
    note(`${what} of "${item.title.slice(0, 60)}" (${item.id}) was longer than ${bytes} bytes and was cut there.`);
    return new TextDecoder().decode(Buffer.from(text).subarray(0, bytes)).replace(/\uFFFD$/, '');
  };
  const bounded = (value: number, what: string): number => {
    const fits = Math.min(Math.max(value, -widestNumber), widestNumber);
    if (fits !== value) note(`${what} of "${item.title.slice(0, 60)}" (${item.id}) was too large and became ${fits}.`);
    return fits;
  };
  return {
    ...item,
    menuOrder: bounded(item.menuOrder, 'The order'),
    title: cut(item.title, textBytes, 'The title'),
    excerpt: cut(item.excerpt, textBytes, 'The excerpt'),
    toPing: cut(item.toPing, textBytes, 'The list of pings'),
    pinged: cut(item.pinged, textBytes, 'The list of pings'),
    comments: item.comments.map((comment) => ({
      ...comment,
      authorName: cut(comment.authorName, nameBytes, 'The author of a comment'),
      content: cut(comment.content, textBytes, 'A comment'),
      karma: bounded(comment.karma, 'The karma of a comment'),
    })),
  };
}
