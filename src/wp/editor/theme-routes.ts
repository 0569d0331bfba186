import { reply } from '../../api/reply.ts';
import { pagingReply } from '../../api/resource/list-page.ts';
import { presentItem, presentList } from '../../api/resource/present.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { defineErrors } from '../../lib/errors.ts';
import { s } from '../../lib/schema/schema.ts';
import { isWriter } from './editor-access.ts';
import type { EditorContext } from './editor-context.ts';
import { themeResource } from './theme-resource.ts';

/** Errors of the themes. */
export const themeErrors = defineErrors({
  rest_cannot_view_active_theme: { status: 'denied', message: () => 'The theme is for those who write content.' },
  rest_cannot_view_themes: { status: 'denied', message: () => 'Themes are for those who may change them.' },
  rest_theme_not_found: { status: 404, message: () => 'There is no such theme.' },
});

const path = '/wp/v2/themes';

/** `/wp/v2/themes`: the theme of the site. There are no others to change to. */
export function themeRoutes(context: EditorContext): RouteModule {
  const { theme, types } = context;
  const resource = themeResource(context, path);
  const routes = [
    route({
      method: 'GET',
      path,
      summary: 'List the themes of the site.',
      args: {
        status: s.array(s.string({ enum: ['active', 'inactive'] }), {
          description: 'Limit to the theme in use, or to the others.',
        }),
      },
      permit: ({ status = [] }, call) => {
        if (call.caller.can('switch_themes')) return;
        if (status.length === 0 || status.some((one) => one !== 'active')) throw themeErrors.rest_cannot_view_themes();
        if (!isWriter(types, call)) throw themeErrors.rest_cannot_view_active_theme();
      },
      handle: async (input, call) => {
        const shown = !input.status?.length || input.status.includes('active') ? [theme] : [];
        const items = await presentList(resource, shown, call, 'view');
        const page = { total: shown.length, perPage: shown.length || 1, page: 1, path, input: { ...input } };
        return reply(items, pagingReply(page, call));
      },
      resource,
    }),
    route({
      method: 'GET',
      path: `${path}/{stylesheet:theme}`,
      summary: 'Show a theme.',
      permit: ({ stylesheet }, call) => {
        if (call.caller.can('switch_themes')) return;
        if (stylesheet !== theme.folder) throw themeErrors.rest_cannot_view_themes();
        if (!isWriter(types, call)) throw themeErrors.rest_cannot_view_active_theme();
      },
      handle: async ({ stylesheet }, call) => {
        if (stylesheet !== theme.folder) throw themeErrors.rest_theme_not_found();
        return reply(await presentItem(resource, theme, call, 'view'));
      },
      resource,
    }),
  ];
  return { routes };
}
