import { attributeUrl } from '../../../clean-url.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { askForPostAndSite, postOf, siteOf } from '../post-scope.ts';
import type { ShownPost } from '../shown.ts';
import { shownText } from './shown-text.ts';

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
