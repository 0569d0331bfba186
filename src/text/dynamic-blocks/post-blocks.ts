import { wrapper } from '../block-supports/wrapper.ts';
import { flagAttribute, numberAttribute, textAttribute } from '../blocks/block.ts';
import { askForPage, askForPost, askForPostAndSite, postOf, shownPageOf, siteOf } from '../blocks/block-scope.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { JsonRecord } from '../json.ts';
import { localDate } from '../local-date.ts';
import { renderTitle } from '../render/render.ts';
import type { BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { avatarImage } from './avatar.ts';
import { alignClass, linkTarget, positive, safeMarkup, withoutShortcodes } from './block-values.ts';

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

/** The author of the post, with picture and biography. */
export const postAuthor: BlockRenderer = {
  name: 'core/post-author',
  isDynamic: true,
  needs: askForPost,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const author = postOf(context)?.author;
    if (!author) return '';
    const size = positive(numberAttribute(attributes, 'avatarSize'), 48);
    const picture =
      (flagAttribute(attributes, 'showAvatar') ?? true)
        ? `<div class="wp-block-post-author__avatar">${avatarImage(author.avatar, size)}</div>`
        : '';
    const byline = textAttribute(attributes, 'byline') ?? '';
    const parts = [
      byline === '' ? '' : `<p class="wp-block-post-author__byline">${safeMarkup(byline)}</p>`,
      `<p class="wp-block-post-author__name">${escapeKeepingReferences(author.name)}</p>`,
      flagAttribute(attributes, 'showBio') ? `<p class="wp-block-post-author__bio">${author.about}</p>` : '',
    ];
    return `<div ${wrapper(block, { classes: alignClass(attributes) })}>${picture}<div class="wp-block-post-author__content">${parts.join('')}</div></div>`;
  },
};

/** The name of the author of the post. */
export const postAuthorName: BlockRenderer = {
  name: 'core/post-author-name',
  isDynamic: true,
  needs: askForPost,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const author = context.rules.blocks === 'today' ? postOf(context)?.author : undefined;
    if (!author) return '';
    const name = escapeKeepingReferences(author.name);
    const shown = flagAttribute(attributes, 'isLink')
      ? `<a href="${attributeUrl(author.url)}" target="${linkTarget(attributes)}" class="wp-block-post-author-name__link">${name}</a>`
      : name;
    return `<div ${wrapper(block, { classes: alignClass(attributes) })}>${shown}</div>`;
  },
};

/** What the author of the post says about themselves. */
export const postAuthorBiography: BlockRenderer = {
  name: 'core/post-author-biography',
  isDynamic: true,
  needs: askForPost,
  render: (block, _inner, context) => {
    const about = postOf(context)?.author?.about;
    return about ? `<div ${wrapper(block, { classes: alignClass(block.attributes) })}>${about}</div>` : '';
  },
};

/** The terms of one taxonomy of the post. */
export const postTerms: BlockRenderer = {
  name: 'core/post-terms',
  isDynamic: true,
  needs: askForPost,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const taxonomy = textAttribute(attributes, 'term') ?? '';
    const terms = postOf(context)?.terms.filter((term) => term.taxonomy === taxonomy) ?? [];
    if (terms.length === 0) return '';
    const part = (name: 'prefix' | 'suffix') => {
      const text = textAttribute(attributes, name) ?? '';
      return text === '' ? '' : `<span class="wp-block-post-terms__${name}">${safeMarkup(text)}</span>`;
    };
    const separator = escapeKeepingReferences(textAttribute(attributes, 'separator') || ' ').replaceAll('&nbsp;', ' ');
    const between = `<span class="wp-block-post-terms__separator">${textAttribute(attributes, 'separator') === undefined ? ', ' : separator}</span>`;
    const links = terms.map(
      ({ url, name }) => `<a href="${attributeUrl(url)}" rel="tag">${escapeKeepingReferences(name)}</a>`,
    );
    const classes = [`taxonomy-${escapeKeepingReferences(taxonomy)}`, ...alignClass(attributes)];
    // Its style has no last semicolon.
    const attributesOf = wrapper(block, { classes }).replace(';" class=', '" class=');
    return `<div ${attributesOf}>${part('prefix')}${links.join(between)}${part('suffix')}</div>`;
  },
};

/** A link to the whole post. */
export const readMore: BlockRenderer = {
  name: 'core/read-more',
  isDynamic: true,
  needs: askForPost,
  render: (block, _inner, context) => {
    const post = postOf(context);
    if (!post) return '';
    const text = safeMarkup(textAttribute(block.attributes, 'content') || 'Read more');
    const about =
      context.rules.blocks === 'today'
        ? `<span class="screen-reader-text">: ${renderTitle(post.title, context)}</span>`
        : '';
    return `<a ${wrapper(block)} href="${attributeUrl(post.url)}" target="${linkTarget(block.attributes)}">${text}${about}</a>`;
  },
};

/** A link to the post before or after the one that the page shows. */
export const postNavigationLink: BlockRenderer = {
  name: 'core/post-navigation-link',
  isDynamic: true,
  needs: askForPage,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const type = textAttribute(attributes, 'type') ?? 'next';
    const page = shownPageOf(context);
    if (!page || (type !== 'next' && type !== 'previous')) return '';
    const classes = [`post-navigation-link-${type}`, ...alignClass(attributes)];
    const neighbour = page[type];
    const shown = neighbour
      ? linkTo(neighbour.url, withoutShortcodes(renderTitle(neighbour.title, context)), type, attributes)
      : '';
    return `<div ${wrapper(block, { classes })}>${shown}</div>`;
  },
};

const words = { next: ['Next', 'next'], previous: ['Previous', 'prev'] } as const;

function linkTo(url: string, title: string, type: 'next' | 'previous', attributes: JsonRecord): string {
  const [word, rel] = words[type];
  const label = safeMarkup(textAttribute(attributes, 'label') ?? '');
  const link = (text: string) => `<a href="${attributeUrl(url)}" rel="${rel}">${text}</a>`;
  const labelled = (text: string) => `<span class="post-navigation-link__label">${text}</span>`;
  if (!flagAttribute(attributes, 'showTitle')) return link(label || word);
  if (flagAttribute(attributes, 'linkLabel'))
    return link(`${labelled(label || `${word}:`)} <span class="post-navigation-link__title">${title}</span>`);
  return label === '' ? link(title) : `${labelled(label)} ${link(title)}`;
}
