import Image from '@tiptap/extension-image';
import { start } from '../../app/start.ts';
import classes from './visual.module.css';

/** Pictures of this site are shown; others are named, so that the page asks no other server for anything. */
export const Picture = Image.extend({
  renderHTML({ HTMLAttributes, node }) {
    const { src, alt } = node.attrs;
    if (isOwn(String(src))) return ['img', { ...HTMLAttributes, src, alt }];
    return ['span', { class: classes['foreign'], 'data-picture': '' }, String(alt || src)];
  },
}).configure({ inline: true });

function isOwn(address: string): boolean {
  try {
    const { origin, protocol } = new URL(address, start.siteUrl);
    return protocol === 'blob:' || origin === location.origin || origin === new URL(start.siteUrl).origin;
  } catch {
    return false;
  }
}
