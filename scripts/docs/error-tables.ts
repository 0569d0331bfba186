import { accountErrors } from '../../src/auth/accounts.ts';
import { authErrors } from '../../src/auth/auth-errors.ts';
import { type ApiError, errors } from '../../src/errors.ts';
import { extensionErrors } from '../../src/extension/guard-routes.ts';
import { toolsetErrors } from '../../src/extensions/cache/service/toolset-errors.ts';
import { inboxErrors } from '../../src/extensions/forms/inbox/inbox-errors.ts';
import { formErrors } from '../../src/extensions/forms/model/form-errors.ts';
import { oembedErrors } from '../../src/extensions/oembed/oembed-errors.ts';
import { popupAdminErrors } from '../../src/extensions/popups/admin/popup-routes.ts';
import { popupErrors } from '../../src/extensions/popups/analytics-route.ts';
import { hookErrors } from '../../src/hooks/hook-refusal.ts';
import { sessionErrors } from '../../src/platen/account/session-routes.ts';
import { twoFactorErrors } from '../../src/platen/account/two-factor-routes.ts';
import { adminScreenErrors } from '../../src/platen/admin-screens/admin-screens-route.ts';
import { batchErrors } from '../../src/platen/batch/batch-errors.ts';
import { exchangeErrors } from '../../src/platen/exchange/exchange-routes.ts';
import { mcpErrors } from '../../src/platen/mcp/mcp-errors.ts';
import { pathErrors } from '../../src/platen/paths/path-errors.ts';
import { previewErrors } from '../../src/platen/previews/preview-errors.ts';
import { redirectErrors } from '../../src/platen/redirects/redirect-routes.ts';
import { remoteMediaErrors } from '../../src/platen/remote-media/remote-media-errors.ts';
import { rankedSearchErrors } from '../../src/platen/search/search-errors.ts';
import { feedErrors } from '../../src/platen/shared/feed-errors.ts';
import { webhookErrors } from '../../src/platen/webhooks/webhook-errors.ts';
import { metaErrors } from '../../src/rules/meta-registry.ts';
import { commentErrors } from '../../src/wp/comments/comment-errors.ts';
import { mediaErrors } from '../../src/wp/media/media-errors.ts';
import { menuErrors } from '../../src/wp/menus/menu-errors.ts';
import { contentErrors } from '../../src/wp/posts/content-errors.ts';
import { whereErrors } from '../../src/wp/posts/where/where-errors.ts';
import { searchErrors } from '../../src/wp/search/search.ts';
import { statusErrors } from '../../src/wp/site/statuses.ts';
import { taxonomyErrors } from '../../src/wp/site/taxonomies.ts';
import { typeErrors } from '../../src/wp/site/types.ts';
import { termErrors } from '../../src/wp/terms/term-errors.ts';
import { applicationPasswordErrors } from '../../src/wp/users/application-passwords/application-password-errors.ts';
import { userErrors } from '../../src/wp/users/user-errors.ts';

/** Functions that make errors, by code; what a message needs to know differs, so it is left open. */
type ErrorTable = Readonly<Record<string, (at: never) => ApiError>>;

/** Every table of errors under the heading it has in the reference. `test/docs` finds one that is missing. */
export const errorTables: Readonly<Record<string, ErrorTable>> = {
  General: errors,
  'Log-in': authErrors,
  Accounts: accountErrors,
  Users: userErrors,
  'Posts and pages': contentErrors,
  Media: mediaErrors,
  Terms: termErrors,
  Comments: commentErrors,
  Meta: metaErrors,
  Menus: menuErrors,
  Search: searchErrors,
  'Application passwords': applicationPasswordErrors,
  Batches: batchErrors,
  Types: typeErrors,
  Statuses: statusErrors,
  Taxonomies: taxonomyErrors,
  oEmbed: oembedErrors,
  Forms: formErrors,
  'Cache toolset': toolsetErrors,
  Popups: popupErrors,
  'Feed and dump': feedErrors,
  'Media by address': remoteMediaErrors,
  'Screens of extensions': adminScreenErrors,
  Agents: mcpErrors,
  Queries: whereErrors,
  'Ranked search': rankedSearchErrors,
  Paths: pathErrors,
  Webhooks: webhookErrors,
  Previews: previewErrors,
  Redirects: redirectErrors,
  'Import and export': exchangeErrors,
  'Form inbox': inboxErrors,
  'Popups on the admin page': popupAdminErrors,
  Sessions: sessionErrors,
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
