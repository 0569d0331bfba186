import { attributeUrl } from '../../../clean-url.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { flagAttribute } from '../../block-attributes.ts';
import { loadedFor } from '../../block-needs.ts';
import { wrapper } from '../../supports/wrapper.ts';

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
    const page = loadedFor(context.blockData, 'post', context.postId)?.url ?? `${site.url}/`;
    const address =
      (flagAttribute(attributes, 'redirectToCurrent') ?? true) ? `redirect_to=${encodeURIComponent(page)}` : '';
    const login = `${site.serverUrl}/wp-login.php`;
    if (site.isLoggedIn) {
      const leave = `${login}?action=logout${address === '' ? '' : `&${address}`}`;
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
