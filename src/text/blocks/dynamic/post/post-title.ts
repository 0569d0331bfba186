import { attributeUrl } from '../../../clean-url.ts';
import { renderTitle } from '../../../render.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import { flagAttribute, numberAttribute, textAttribute } from '../../block-attributes.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { askForPost, postOf } from '../post-scope.ts';
import { alignClass, linkTarget } from '../values.ts';

/** The title of the post. */
export const postTitle: BlockRenderer = {
  name: 'core/post-title',
  isDynamic: true,
  needs: askForPost,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const post = postOf(context);
    const title = post && renderTitle(post.title, context);
    if (!post || !title) return '';
    const level = numberAttribute(attributes, 'level') ?? 2;
    const tag = level >= 1 && level <= 6 ? `h${level}` : 'p';
    const rel = textAttribute(attributes, 'rel');
    const text = flagAttribute(attributes, 'isLink')
      ? `<a href="${attributeUrl(post.url)}" target="${linkTarget(attributes)}" ${rel ? `rel="${escapeKeepingReferences(rel)}"` : ''}>${title}</a>`
      : title;
    return `<${tag} ${wrapper(block, { classes: alignClass(attributes) })}>${text}</${tag}>`;
  },
};
