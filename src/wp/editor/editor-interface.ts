import type { Namespace, RouteModule } from '../../api/routing/registry.ts';
import type { MenuContext } from '../menus/nav-menu.ts';
import { abilityRoutes } from './abilities/ability-routes.ts';
import { blockTypeRoutes } from './block-type-routes.ts';
import type { EditorContext } from './editor-context.ts';
import { globalStyleRoutes } from './global-style-routes.ts';
import { navigationFallback } from './navigation-fallback.ts';
import { patternRoutes } from './pattern-routes.ts';
import { templateRoutes } from './template-routes.ts';
import { themeRoutes } from './theme-routes.ts';
import { urlDetails } from './url-details.ts';
import { viewConfig } from './view-config.ts';

/** What block editors need: routes beside those of content, and two namespaces of their own. */
export function editorInterface(context: EditorContext & MenuContext): {
  readonly modules: readonly RouteModule[];
  readonly namespaces: readonly Namespace[];
} {
  return {
    modules: [
      templateRoutes(context),
      globalStyleRoutes(context),
      blockTypeRoutes(context),
      themeRoutes(context),
      patternRoutes(context),
      viewConfig(context),
    ],
    namespaces: [
      {
        name: 'wp-block-editor/v1',
        routes: [urlDetails(context), navigationFallback(context)],
      },
      { name: 'wp-abilities/v1', routes: abilityRoutes(context) },
    ],
  };
}
