import { reply } from '../api/reply.ts';
import type { RouteModule } from '../api/routing/registry.ts';
import { route } from '../api/routing/route.ts';
import type { AdminScreens } from '../extension/admin-scripts.ts';
import { defineErrors } from '../lib/errors.ts';
import { json } from '../lib/schema/json-schema.ts';

/** The errors of what extensions add to the admin page. */
export const adminScreenErrors = defineErrors({
  platen_not_logged_in: { status: 'denied', message: () => 'Log in to see the screens of extensions.' },
});

const added = { extension: json.string, title: json.string, script: json.string };
const screensSchema = json.object({
  screens: json.listOf(json.object({ ...added, path: json.string })),
  panels: json.listOf(json.object({ ...added, name: json.string, post_types: json.orNull(json.listOf(json.string)) })),
});

/** `GET /platen/v1/admin-screens`: what extensions add to the admin page, as far as this account may use it. */
export function adminScreensRoutes({ screens, panels }: AdminScreens): RouteModule {
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/admin-screens',
        summary: 'List the screens and panels that extensions add to the admin page.',
        response: { schema: screensSchema },
        permit: (_input, { caller }) => {
          if (caller.userId === 0) throw adminScreenErrors.platen_not_logged_in();
        },
        handle: (_input, { caller, site }) => {
          const mayUse = ({ capability }: { readonly capability: string }) => caller.can(capability);
          const base = new URL(site.serverUrl).pathname.replace(/\/+$/, '');
          return reply({
            screens: screens.filter(mayUse).map(({ extension, path, title, script }) => ({
              extension,
              path,
              title,
              script: base + script.address,
            })),
            panels: panels.filter(mayUse).map(({ extension, name, title, script, postTypes }) => ({
              extension,
              name,
              title,
              script: base + script.address,
              post_types: postTypes ?? null,
            })),
          });
        },
        shareable: false,
      }),
    ],
  };
}
