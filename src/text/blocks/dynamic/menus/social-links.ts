import { attributeUrl } from '../../../clean-url.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import { flagAttribute, textAttribute } from '../../block-attributes.ts';
import { cssValue } from '../../supports/css-value.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { profileIcon } from '../icons.ts';
import { serviceName } from './social-services.ts';

/** Links to profiles on other services: tells them how they look. */
export const socialLinks: BlockRenderer = {
  name: 'core/social-links',
  provides: ({ attributes }) =>
    Object.fromEntries(told.flatMap((name) => (name in attributes ? [[name, attributes[name]!]] : []))),
  render: (_block, inner) => inner,
};

const told = ['showLabels', 'openInNewTab', 'iconColorValue', 'iconBackgroundColorValue'];

/** A link to a profile on another service. */
export const socialLink: BlockRenderer = {
  name: 'core/social-link',
  isDynamic: true,
  render: (block, _inner, { provided }) => {
    const { attributes } = block;
    const service = textAttribute(attributes, 'service') ?? 'Icon';
    const url = textAttribute(attributes, 'url') ?? '';
    if (url === '') return '';
    const address = attributeUrl(withScheme(url, service));
    const label = escapeKeepingReferences(textAttribute(attributes, 'label') || serviceName(service));
    const isShown = flagAttribute(provided, 'showLabels') ?? false;
    const opens = flagAttribute(provided, 'openInNewTab') ? 'rel="noopener nofollow" target="_blank"' : '';
    const [colour, background] = ['iconColorValue', 'iconBackgroundColorValue'].map((name) =>
      cssValue(textAttribute(provided, name)),
    );
    const style = `${colour ? `color: ${colour}; ` : ''}${background ? `background-color: ${background}; ` : ''}`;
    const name = escapeKeepingReferences(service);
    const classes = ['wp-social-link', `wp-social-link-${name}`];
    return `<li ${wrapper(block, { classes, ...(style === '' ? {} : { style }) })}><a href="${address}" ${opens} class="wp-block-social-link-anchor">${profileIcon}<span class="wp-block-social-link-label${isShown ? '' : ' screen-reader-text'}">${label}</span></a></li>`;
  },
};

function withScheme(url: string, service: string): string {
  if (service === 'mail' && !url.includes(':') && url.includes('@')) return `mailto:${url}`;
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url) ? url : `https://${url}`;
}
