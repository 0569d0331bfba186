import { reply } from '../api/reply.ts';
import type { RouteModule } from '../api/routing/registry.ts';
import { anyone, route } from '../api/routing/route.ts';
import { json, type OutputOf } from '../lib/schema/json-schema.ts';
import type { Core } from '../wp/core.ts';
import { loadSite } from './pages/site-model.ts';
import type { MenuItem, PictureModel } from './theme/page-model.ts';
import { wordsIn } from './theme/words.ts';

/** What every page of the site shows, for a front end that has pages of its own. */
export function siteRoute(core: Core): RouteModule {
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/site',
        summary: 'Show what every page of the site shows: its name, its language and its menus.',
        response: { schema: siteSchema },
        permit: anyone,
        handle: async (_input, call) => {
          const { site, icon } = await loadSite({ call, core, words: wordsIn(call.site.language) }, { current: '' });
          const { title, tagline, url, language, direction, logo, menu, footerMenu } = site;
          return reply({
            title,
            tagline,
            url,
            language,
            direction,
            logo: logo && pictureFacts(logo),
            icon: icon && pictureFacts(icon),
            menu: inReadingOrder(menu),
            footer_menu: inReadingOrder(footerMenu),
          });
        },
      }),
    ],
  };
}

const pictureFacts = ({ src, srcset, width, height, alt }: PictureModel) => ({ src, srcset, width, height, alt });

/** The items of a menu, each followed by those below it. */
function inReadingOrder(items: readonly MenuItem[], level = 0): readonly MenuFacts[] {
  return items.flatMap(({ label, url, title, opensWindow, children }) => [
    { level, label, url, title, opens_window: opensWindow },
    ...inReadingOrder(children, level + 1),
  ]);
}

const menuItemSchema = json.object({
  level: json.integer,
  label: json.string,
  url: json.string,
  title: json.string,
  opens_window: json.boolean,
});
type MenuFacts = OutputOf<typeof menuItemSchema>;

const pictureSchema = json.orNull(
  json.object({
    src: json.string,
    srcset: json.string,
    width: json.integer,
    height: json.integer,
    alt: json.string,
  }),
);

export const siteSchema = json.object({
  title: json.string,
  tagline: json.string,
  url: json.string,
  language: json.string,
  direction: json.words('ltr', 'rtl'),
  logo: pictureSchema,
  icon: pictureSchema,
  menu: json.listOf(menuItemSchema),
  footer_menu: json.listOf(menuItemSchema),
});
