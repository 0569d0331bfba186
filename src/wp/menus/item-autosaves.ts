import { fieldsOf } from '../../api/resource/field.ts';
import type { Route } from '../../api/routing/route.ts';
import { s } from '../../lib/schema/schema.ts';
import { supports } from '../../rules/post-types.ts';
import type { ContentKind } from '../posts/content-kind.ts';
import { contentView } from '../posts/content-view.ts';
import { autosaveRoutes } from '../posts/revisions/autosave-routes.ts';
import type { RevisionSubject } from '../posts/revisions/revision-resource.ts';
import type { ItemResource } from './item-resource.ts';
import { type MenuContext, menuCapability, navMenu, navMenuItem } from './nav-menu.ts';

const type = { ...navMenuItem, soleCapability: menuCapability };
const field = fieldsOf<RevisionSubject>();
const everywhere = ['view', 'edit', 'embed'] as const;

/** The autosaves of items of menus: of all that an item has, they keep the title. */
export function itemAutosaves(resource: ItemResource, context: MenuContext): Route[] {
  const { kinds, display } = context;
  const kind: ContentKind = {
    ...kinds.of('post'),
    type,
    taxonomies: [navMenu],
    supports: (what) => supports(type, what),
  };
  const titled = {
    arguments: resource.arguments,
    draft: async (...sent: Parameters<ItemResource['draft']>) => {
      const { title } = await resource.draft(...sent);
      return title === undefined ? {} : { title };
    },
  };
  return autosaveRoutes(contentView(kind, display), titled, texts(context));
}

const texts = ({ display }: MenuContext) => {
  const raw = { type: 'string', context: ['edit'] };
  const rendered = { type: 'string', context: everywhere, readonly: true };
  return {
    guid: field({
      schema: s.string({ description: 'Globally unique identifier.' }),
      contexts: ['view', 'edit'],
      read: ({ revision }, { site }) => `${site.url}/?p=${revision.id}`,
    }),
    title: field({
      schema: s.object({
        description: 'Title.',
        published: { type: ['string', 'object'], properties: { raw, rendered } },
      }),
      contexts: everywhere,
      properties: {
        raw: field({ schema: s.string(), contexts: ['edit'], read: ({ revision }) => revision.title }),
        rendered: field({
          schema: s.string(),
          contexts: everywhere,
          readonly: true,
          read: ({ revision, text }) => display.render.title(revision.title, text),
        }),
      },
    }),
  };
};
