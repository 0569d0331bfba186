import { attributeUrl } from '../../../clean-url.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import { flagAttribute, numberAttribute, textAttribute } from '../../block-attributes.ts';
import { loadedFor } from '../../block-needs.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { postImage } from '../post-image.ts';
import { alignClass, linkTarget } from '../values.ts';

/** The title of the site. */
export const siteTitle: BlockRenderer = {
  name: 'core/site-title',
  isDynamic: true,
  needs: (_block, ask) => ask('site', null),
  render: (block, _inner, context) => {
    const { attributes } = block;
    const site = loadedFor(context.blockData, 'site', null);
    if (!site || site.title === '') return '';
    const level = numberAttribute(attributes, 'level') ?? 1;
    const tag = level >= 1 && level <= 6 ? `h${level}` : 'p';
    const title = escapeKeepingReferences(site.title);
    const text =
      flagAttribute(attributes, 'isLink') === false
        ? title
        : `<a href="${attributeUrl(site.url)}" target="${linkTarget(attributes)}" rel="home">${title}</a>`;
    return `<${tag} ${wrapper(block, { classes: alignClass(attributes) })}>${text}</${tag}>`;
  },
};

/** The tagline of the site. */
export const siteTagline: BlockRenderer = {
  name: 'core/site-tagline',
  isDynamic: true,
  needs: (_block, ask) => ask('site', null),
  render: (block, _inner, context) => {
    const site = loadedFor(context.blockData, 'site', null);
    if (!site || site.tagline === '') return '';
    return `<p ${wrapper(block, { classes: alignClass(block.attributes) })}>${escapeKeepingReferences(site.tagline)}</p>`;
  },
};

/** The logo of the site. */
export const siteLogo: BlockRenderer = {
  name: 'core/site-logo',
  isDynamic: true,
  needs: (_block, ask) => ask('site', null),
  render: (block, _inner, context) => {
    const { attributes } = block;
    const site = loadedFor(context.blockData, 'site', null);
    if (!site?.logo) return '';
    const { full } = site.logo;
    const width = numberAttribute(attributes, 'width');
    const size: Readonly<Record<string, string>> =
      width && full.width > 0
        ? { width: String(width), height: String(Math.round((width * full.height) / full.width)) }
        : {};
    const image = postImage(site.logo, 'full', {
      class: 'custom-logo',
      alt: escapeKeepingReferences(site.logo.altText.trim() || site.title),
      more: size,
    });
    const isLinked = flagAttribute(attributes, 'isLink') ?? true;
    const target = textAttribute(attributes, 'linkTarget') === '_blank' ? ' target="_blank"' : '';
    const shown = isLinked
      ? `<a href="${attributeUrl(`${site.url}/`)}" class="custom-logo-link" rel="home"${target}>${image}</a>`
      : image;
    return `<div ${wrapper(block, { classes: width ? [] : ['is-default-size'] })}>${shown}</div>`;
  },
};
