import { attributeUrl } from '../../../clean-url.ts';
import { localDate } from '../../../formats/local-date.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import { flagAttribute, textAttribute } from '../../block-attributes.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { askForPostAndSite, postOf, siteOf } from '../post-scope.ts';
import { alignClass } from '../values.ts';

/** When the post was published, or changed for the last time. */
export const postDate: BlockRenderer = {
  name: 'core/post-date',
  isDynamic: true,
  needs: askForPostAndSite,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const [post, site] = [postOf(context), siteOf(context)];
    if (!post || !site) return '';
    const isModified = textAttribute(attributes, 'displayType') === 'modified';
    // A post that was never changed has no such date.
    if (isModified && post.modified.local <= post.date.local) return '';
    const date = isModified ? post.modified : post.date;
    const text = escapeKeepingReferences(
      localDate(date.local, textAttribute(attributes, 'format') || site.dateFormat, site.language),
    );
    const shown = flagAttribute(attributes, 'isLink') ? `<a href="${attributeUrl(post.url)}">${text}</a>` : text;
    return `<div ${wrapper(block, { classes: alignClass(attributes) })}><time datetime="${date.iso}">${shown}</time></div>`;
  },
};
