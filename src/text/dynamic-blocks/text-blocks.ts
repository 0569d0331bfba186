import { wrapper } from '../block-supports/wrapper.ts';
import { flagAttribute, listAttribute, numberAttribute, textAttribute } from '../blocks/block.ts';
import type { ShownFootnote, ShownPost } from '../blocks/block-data.ts';
import { loadedFor } from '../blocks/block-needs.ts';
import { askForPost, askForPostAndSite, postOf, siteOf } from '../blocks/block-scope.ts';
import { hasBlocks, parseBlocks } from '../blocks/parse-blocks.ts';
import { isRecord, parseJson } from '../json.ts';
import { excerptText, renderContent, withEmbeds } from '../render/render.ts';
import type { BlockContext, BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { sanitiseContent } from '../sanitise/sanitise.ts';
import { alignClass, safeMarkup } from './block-values.ts';

/** The content of the post, up to its more mark in a list. */
export const postContent: BlockRenderer = {
  name: 'core/post-content',
  isDynamic: true,
  needs: askForPostAndSite,
  render: (block, _inner, context) => {
    const post = postOf(context);
    if (!post) return '';
    const text = post.isUnlocked ? shownText(post, context) : passwordForm(post, siteOf(context)?.serverUrl ?? '');
    return text === '' ? '' : `<div ${wrapper(block, { classes: ['entry-content'] })}>${text}</div>`;
  },
};

const passwordForm = ({ id }: ShownPost, serverUrl: string): string =>
  `<form action="${attributeUrl(`${serverUrl}/wp-login.php?action=postpass`)}" class="post-password-form" method="post">
<p>This content is password protected. To view it please enter your password below:</p>
<p><label for="pwbox-${id}">Password: <input name="post_password" id="pwbox-${id}" type="password" size="20" /></label> <input type="submit" name="Submit" value="Enter" /></p>
</form>`;

/** The excerpt of the post, with a link to the rest. */
export const postExcerpt: BlockRenderer = {
  name: 'core/post-excerpt',
  isDynamic: true,
  needs: askForPost,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const post = postOf(context);
    if (!post) return '';
    // The excerpt of a text is made from that text: it does not go into itself.
    const around = listAttribute(context.provided, 'excerptsAround');
    if (around.includes(post.id)) return '';
    const provided = { ...context.provided, excerptsAround: [...around, post.id] };
    const excerpt = post.isUnlocked
      ? shownExcerpt(post, { ...context, provided })
      : 'There is no excerpt because this is a protected post.';
    if (excerpt === '') return '';
    const more = textAttribute(attributes, 'moreText') ?? '';
    const link =
      more === ''
        ? ''
        : `<a class="wp-block-post-excerpt__more-link" href="${attributeUrl(post.url)}">${safeMarkup(more)}</a>`;
    const isBelow = (flagAttribute(attributes, 'showMoreOnNewLine') ?? true) && link !== '';
    const text = `<p class="wp-block-post-excerpt__excerpt">${excerpt}`;
    const rest = isBelow ? `</p><p class="wp-block-post-excerpt__more-text">${link}</p>` : ` ${link}</p>`;
    return `<div ${wrapper(block, { classes: alignClass(attributes) })}>${text}${rest}</div>`;
  },
};

/** The content of a post inside another text; empty inside itself. */
export function shownText(post: ShownPost, context: BlockContext): string {
  const within = listAttribute(context.provided, 'textsAround');
  if (within.includes(post.id)) return '';
  if (!hasBlocks(post.content)) return renderContent(post.content, { ...context, postId: post.id });
  const provided = { ...context.provided, textsAround: [...within, post.id] };
  return context.renderInner(parseBlocks(withEmbeds(post.content, context)), { postId: post.id, provided });
}

/** The excerpt of a post as one line: the stored one, else the first words of its content. */
export function shownExcerpt(post: ShownPost, context: BlockContext, words?: number): string {
  return post.excerpt === '' ? excerptText(post.content, { ...context, postId: post.id }, words) : post.excerpt;
}

/** A text that several posts share. It is not shown inside itself. */
export const reusable: BlockRenderer = {
  name: 'core/block',
  isDynamic: true,
  needs: ({ attributes }, ask) => {
    const id = numberAttribute(attributes, 'ref');
    if (id !== undefined) ask('reusable', id);
  },
  render: ({ attributes }, _inner, context) => {
    const id = numberAttribute(attributes, 'ref');
    const around = listAttribute(context.provided, 'reusableAround');
    const text = id === undefined ? undefined : loadedFor(context.blockData, 'reusable', id);
    if (id === undefined || text === undefined || around.includes(id)) return '';
    return context.renderInner(parseBlocks(withEmbeds(text, context)), {
      provided: { ...context.provided, reusableAround: [...around, id] },
    });
  },
};

/** Reads the footnotes of a post as editors store them: JSON, in the order of their marks. */
export function readFootnotes(stored: string): readonly ShownFootnote[] {
  const list = parseJson(stored);
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) => {
    if (!isRecord(one)) return [];
    const { id, content } = one;
    return typeof id === 'string' && /^[\w-]+$/.test(id) && typeof content === 'string' ? [{ id, content }] : [];
  });
}

/** The footnotes of a text, each with a link back to its mark. */
export const footnotes: BlockRenderer = {
  name: 'core/footnotes',
  isDynamic: true,
  needs: (_block, ask, { postId }) => ask('footnotes', postId),
  render: (block, _inner, { blockData, postId }) => {
    const notes = loadedFor(blockData, 'footnotes', postId) ?? [];
    if (notes.length === 0) return '';
    const items = notes.map(
      ({ id, content }, i) =>
        `<li id="${id}">${sanitiseContent(content, 'large')} ` +
        `<a href="#${id}-link" aria-label="Jump to footnote reference ${i + 1}">\u21a9\ufe0e</a></li>`,
    );
    return `<ol ${wrapper(block)}>${items.join('')}</ol>`;
  },
};
