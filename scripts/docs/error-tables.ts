import { accountErrors } from '../../src/auth/accounts.ts';
import { authErrors } from '../../src/auth/auth-errors.ts';
import { jwtErrors } from '../../src/auth/oauth/jwt-tokens.ts';
import { oauthErrors } from '../../src/auth/oauth/oauth-errors.ts';
import { hookErrors } from '../../src/background/hook-refusal.ts';
import { feedErrors } from '../../src/changes/feed-cursor.ts';
import { webhookErrors } from '../../src/changes/webhooks/webhook-routes.ts';
import { extensionErrors } from '../../src/extension/guard-requests.ts';
import { toolsetErrors } from '../../src/extensions/cache/service/message.ts';
import { formErrors, inboxErrors } from '../../src/extensions/forms/model/form-errors.ts';
import { oembedErrors } from '../../src/extensions/oembed/oembed-routes.ts';
import { popupErrors } from '../../src/extensions/popups/analytics-route.ts';
import { popupAdminErrors } from '../../src/extensions/popups/popup-routes.ts';
import { batchErrors } from '../../src/http/batch/allowed-routes.ts';
import { type ApiError, errors } from '../../src/lib/errors.ts';
import { mcpErrors } from '../../src/mcp/mcp-route.ts';
import { downloadErrors } from '../../src/media/downloads.ts';
import { uploadErrors } from '../../src/media/uploads/upload-errors.ts';
import { pendingErrors } from '../../src/pending/pending-errors.ts';
import { metaErrors } from '../../src/rules/meta-registry.ts';
import { adminScreenErrors } from '../../src/site/admin-screens-route.ts';
import { pathErrors } from '../../src/site/path-route.ts';
import { previewErrors } from '../../src/site/previews/preview-schema.ts';
import { redirectErrors } from '../../src/site/redirect-routes.ts';
import { rankedSearchErrors } from '../../src/site/search-route.ts';
import { exchangeErrors } from '../../src/transfer/exchange-routes.ts';
import { optionPageErrors } from '../../src/wp/acf/option-page-routes.ts';
import { rendererErrors } from '../../src/wp/blocks/block-renderer.ts';
import { commentErrors } from '../../src/wp/comments/comment-errors.ts';
import { noteErrors } from '../../src/wp/comments/notes/note-errors.ts';
import { contentModelErrors } from '../../src/wp/content-model/change-model.ts';
import { abilityErrors } from '../../src/wp/editor/abilities/ability-routes.ts';
import { blockTypeErrors } from '../../src/wp/editor/block-type-routes.ts';
import { styleErrors } from '../../src/wp/editor/global-styles.ts';
import { patternErrors } from '../../src/wp/editor/pattern-routes.ts';
import { templateErrors } from '../../src/wp/editor/template-routes.ts';
import { themeErrors } from '../../src/wp/editor/theme-routes.ts';
import { urlDetailsErrors } from '../../src/wp/editor/url-details.ts';
import { viewErrors } from '../../src/wp/editor/view-config.ts';
import { mediaAddressErrors } from '../../src/wp/media/address-routes.ts';
import { remoteMediaErrors } from '../../src/wp/media/download-file.ts';
import { libraryErrors } from '../../src/wp/media/library/library-errors.ts';
import { mediaErrors } from '../../src/wp/media/receive-upload.ts';
import { regenerationErrors } from '../../src/wp/media/regenerate/regeneration-routes.ts';
import { menuErrors } from '../../src/wp/menus/nav-menu.ts';
import { contentErrors } from '../../src/wp/posts/content-errors.ts';
import { presenceErrors } from '../../src/wp/posts/presence/presence-errors.ts';
import { whereErrors } from '../../src/wp/posts/where/where-values.ts';
import { personErrors } from '../../src/wp/privacy/person-requests.ts';
import { reviewErrors } from '../../src/wp/reviews/review-errors.ts';
import { searchErrors } from '../../src/wp/search/search-routes.ts';
import { seoErrors } from '../../src/wp/seo/seo-errors.ts';
import { statusErrors } from '../../src/wp/site/status-routes.ts';
import { taxonomyErrors } from '../../src/wp/site/taxonomy-routes.ts';
import { typeErrors } from '../../src/wp/site/type-routes.ts';
import { termErrors } from '../../src/wp/terms/term-errors.ts';
import { accountOwnerErrors } from '../../src/wp/users/account-owner.ts';
import { applicationPasswordErrors } from '../../src/wp/users/application-password-routes.ts';
import { invitationErrors } from '../../src/wp/users/enrolment.ts';
import { connectedAppErrors } from '../../src/wp/users/oauth/app-routes.ts';
import { passkeyErrors } from '../../src/wp/users/passkey-routes.ts';
import { roleErrors } from '../../src/wp/users/role-errors.ts';
import { sessionErrors } from '../../src/wp/users/session-routes.ts';
import { twoFactorErrors } from '../../src/wp/users/two-factor-routes.ts';
import { userErrors } from '../../src/wp/users/user-errors.ts';

/** Functions that make errors, by code; what a message needs to know differs, so it is left open. */
type ErrorTable = Readonly<Record<string, (at: never) => ApiError>>;

/** Every table of errors under the heading it has in the reference. `test/docs` finds one that is missing. */
export const errorTables: Readonly<Record<string, ErrorTable>> = {
  General: errors,
  'Pending changes': pendingErrors,
  'Log-in': authErrors,
  'Connected apps': connectedAppErrors,
  'OAuth 2.1': oauthErrors,
  'Signed tokens': jwtErrors,
  Accounts: accountErrors,
  Users: userErrors,
  'Posts and pages': contentErrors,
  Media: mediaErrors,
  'Copies of pictures': regenerationErrors,
  'Resized pictures': mediaAddressErrors,
  'Media library': libraryErrors,
  Terms: termErrors,
  'Content model': contentModelErrors,
  Comments: commentErrors,
  Notes: noteErrors,
  'Who is there': presenceErrors,
  Reviews: reviewErrors,
  Meta: metaErrors,
  Menus: menuErrors,
  Search: searchErrors,
  'Application passwords': applicationPasswordErrors,
  'Limited credentials': accountOwnerErrors,
  Batches: batchErrors,
  Types: typeErrors,
  Statuses: statusErrors,
  Taxonomies: taxonomyErrors,
  'Pages of settings': optionPageErrors,
  'Block types': blockTypeErrors,
  'Rendered blocks': rendererErrors,
  Patterns: patternErrors,
  Themes: themeErrors,
  Templates: templateErrors,
  Styles: styleErrors,
  'Views of lists': viewErrors,
  'Details of addresses': urlDetailsErrors,
  Abilities: abilityErrors,
  oEmbed: oembedErrors,
  Forms: formErrors,
  'Cache toolset': toolsetErrors,
  Popups: popupErrors,
  'Feed and dump': feedErrors,
  'Media by address': remoteMediaErrors,
  Downloads: downloadErrors,
  'Resumable uploads': uploadErrors,
  'Screens of extensions': adminScreenErrors,
  Agents: mcpErrors,
  Queries: whereErrors,
  'Ranked search': rankedSearchErrors,
  Paths: pathErrors,
  'Search and sharing': seoErrors,
  Webhooks: webhookErrors,
  Previews: previewErrors,
  Redirects: redirectErrors,
  'Import and export': exchangeErrors,
  'Personal data': personErrors,
  'Form inbox': inboxErrors,
  'Popups on the admin page': popupAdminErrors,
  Sessions: sessionErrors,
  Roles: roleErrors,
  Passkeys: passkeyErrors,
  'Invitations and registration': invitationErrors,
  'Two-factor log-in': twoFactorErrors,
  Extensions: extensionErrors,
  Hooks: hookErrors,
};

/** The errors of a table, with upper-case words where a message names what was sent. */
export function errorsOf(listed: ErrorTable): ApiError[] {
  // A message reads texts, numbers and lists of its argument; this one answers each of them with its name.
  return Object.values(listed).map((make) => make(namedValue('VALUE') as never));
}

function namedValue(name: string): object {
  return new Proxy(
    { [name]: name },
    {
      get: (_target, member) => {
        if (member === Symbol.toPrimitive || member === 'toString') return () => name;
        if (member === 'join') return () => name;
        return typeof member === 'string' ? namedValue(member.toUpperCase()) : undefined;
      },
    },
  );
}
