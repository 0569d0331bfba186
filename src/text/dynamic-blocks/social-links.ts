import { cssValue } from '../block-supports/css-value.ts';
import { wrapper } from '../block-supports/wrapper.ts';
import { flagAttribute, textAttribute } from '../blocks/block.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { profileIcon } from './icons.ts';

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

const names: Readonly<Record<string, string>> = {
  fivehundredpx: '500px',
  amazon: 'Amazon',
  bandcamp: 'Bandcamp',
  behance: 'Behance',
  chain: 'Link',
  codepen: 'CodePen',
  deviantart: 'DeviantArt',
  dribbble: 'Dribbble',
  dropbox: 'Dropbox',
  etsy: 'Etsy',
  facebook: 'Facebook',
  feed: 'RSS Feed',
  flickr: 'Flickr',
  foursquare: 'Foursquare',
  goodreads: 'Goodreads',
  google: 'Google',
  github: 'GitHub',
  instagram: 'Instagram',
  lastfm: 'Last.fm',
  linkedin: 'LinkedIn',
  mail: 'Mail',
  mastodon: 'Mastodon',
  meetup: 'Meetup',
  medium: 'Medium',
  patreon: 'Patreon',
  pinterest: 'Pinterest',
  pocket: 'Pocket',
  reddit: 'Reddit',
  skype: 'Skype',
  snapchat: 'Snapchat',
  soundcloud: 'SoundCloud',
  spotify: 'Spotify',
  telegram: 'Telegram',
  tiktok: 'TikTok',
  tumblr: 'Tumblr',
  twitch: 'Twitch',
  twitter: 'Twitter',
  vimeo: 'Vimeo',
  vk: 'VK',
  whatsapp: 'WhatsApp',
  wordpress: 'WordPress',
  yelp: 'Yelp',
  youtube: 'YouTube',
};

/** The name of a service as its users write it. */
export const serviceName = (service: string): string =>
  Object.hasOwn(names, service) ? names[service]! : 'Share Icon';
