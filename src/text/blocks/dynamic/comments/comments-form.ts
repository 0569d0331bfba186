import { attributeUrl } from '../../../clean-url.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { askForPostAndSite, postOf, siteOf } from '../post-scope.ts';
import type { ShownPost, ShownSite } from '../shown.ts';
import { alignClass } from '../values.ts';

/** A form for a comment on the post. */
export const postCommentsForm: BlockRenderer = {
  name: 'core/post-comments-form',
  isDynamic: true,
  needs: askForPostAndSite,
  render: (block, _inner, context) => {
    const [post, site] = [postOf(context), siteOf(context)];
    if (!post?.takesComments || !post.isUnlocked || !site) return '';
    const classes = ['comment-respond', ...alignClass(block.attributes)];
    return `	<div id="respond" ${wrapper(block, { classes })}>
		<h3 id="reply-title" class="comment-reply-title">Write a comment <small><a rel="nofollow" id="cancel-comment-reply-link" href="${attributeUrl(post.url)}#respond" style="display:none;">Do not reply</a></small></h3>${form(post, site)}	</div><!-- #respond -->
	`;
  },
};

const form = ({ id }: ShownPost, { serverUrl, isLoggedIn }: ShownSite): string =>
  `<form action="${attributeUrl(`${serverUrl}/wp-comments-post.php`)}" method="post" id="commentform" class="comment-form" novalidate>${isLoggedIn ? '' : visitorNotes}${commentField}${isLoggedIn ? '' : visitorFields}<p class="form-submit wp-block-button"><input name="submit" type="submit" id="submit" class="wp-block-button__link wp-element-button" value="Send comment" /> <input type='hidden' name='comment_post_ID' value='${id}' id='comment_post_ID' />
<input type='hidden' name='comment_parent' id='comment_parent' value='0' />
</p></form>`;

const required = '<span class="required">*</span>';
const visitorNotes = `<p class="comment-notes"><span id="email-notes">Your e-mail address stays private.</span> <span class="required-field-message">Fields with ${required} are needed.</span></p>`;
const commentField = `<p class="comment-form-comment"><label for="comment">Comment ${required}</label> <textarea id="comment" name="comment" cols="45" rows="8" maxlength="65525" required></textarea></p>`;
const visitorFields = `<p class="comment-form-author"><label for="author">Name ${required}</label> <input id="author" name="author" type="text" value="" size="30" maxlength="245" autocomplete="name" required /></p>
<p class="comment-form-email"><label for="email">E-mail address ${required}</label> <input id="email" name="email" type="email" value="" size="30" maxlength="100" aria-describedby="email-notes" autocomplete="email" required /></p>
<p class="comment-form-url"><label for="url">Website</label> <input id="url" name="url" type="url" value="" size="30" maxlength="200" autocomplete="url" /></p>
<p class="comment-form-cookies-consent"><input id="wp-comment-cookies-consent" name="wp-comment-cookies-consent" type="checkbox" value="yes" /> <label for="wp-comment-cookies-consent">Remember me for my next comment.</label></p>
`;
