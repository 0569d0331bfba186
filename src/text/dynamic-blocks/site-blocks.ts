import { wrapper } from '../block-supports/wrapper.ts';
import { flagAttribute, numberAttribute, textAttribute } from '../blocks/block.ts';
import { loadedFor } from '../blocks/block-needs.ts';
import { escapeKeepingReferences } from '../entities.ts';
import { postImage } from '../render/image-tag.ts';
import type { BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { alignClass, linkTarget } from './block-values.ts';

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

/** A link to log in or out, or the log-in form itself. */
export const loginout: BlockRenderer = {
  name: 'core/loginout',
  isDynamic: true,
  needs: (_block, ask, { postId }) => {
    ask('site', null);
    ask('post', postId);
  },
  render: (block, _inner, context) => {
    const { attributes } = block;
    const site = loadedFor(context.blockData, 'site', null);
    if (!site) return '';
    const page = loadedFor(context.blockData, 'post', context.postId)?.url ?? site.request.url;
    const address =
      (flagAttribute(attributes, 'redirectToCurrent') ?? true) ? `redirect_to=${encodeURIComponent(page)}` : '';
    const login = `${site.serverUrl}/wp-login.php`;
    if (site.isLoggedIn) {
      const nonce = `_wpnonce=${encodeURIComponent(site.request.nonce)}`;
      const leave = `${login}?${['action=logout', ...(address === '' ? [] : [address]), nonce].join('&')}`;
      return `<div ${wrapper(block, { classes: ['logged-in'] })}><a href="${attributeUrl(leave)}">Log out</a></div>`;
    }
    if (flagAttribute(attributes, 'displayLoginAsForm'))
      return `<div ${wrapper(block, { classes: ['logged-out', 'has-login-form'] })}>${form(login, page)}</div>`;
    const enter = address === '' ? login : `${login}?${address}`;
    return `<div ${wrapper(block, { classes: ['logged-out'] })}><a href="${attributeUrl(enter)}">Log in</a></div>`;
  },
};

const form = (login: string, page: string): string =>
  `<form name="loginform" id="loginform" action="${attributeUrl(login)}" method="post"><p class="login-username">
				<label for="user_login">User name or e-mail address</label>
				<input type="text" name="log" id="user_login" autocomplete="username" class="input" value="" size="20" />
			</p><p class="login-password">
				<label for="user_pass">Password</label>
				<input type="password" name="pwd" id="user_pass" autocomplete="current-password" class="input" value="" size="20" />
			</p><p class="login-remember"><label><input name="rememberme" type="checkbox" id="rememberme" value="forever" /> Remember me</label></p><p class="login-submit">
				<input type="submit" name="wp-submit" id="wp-submit" class="button button-primary" value="Log in" />
				<input type="hidden" name="redirect_to" value="${attributeUrl(page)}" />
			</p></form>`;
