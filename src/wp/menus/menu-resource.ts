import { fieldsOf } from '../../api/resource/field.ts';
import { linksOf } from '../../api/resource/links.ts';
import { defineResource } from '../../api/resource/resource.ts';
import { Refusal, s } from '../../lib/schema/schema.ts';
import { metaSchema } from '../../rules/meta-registry.ts';
import { textLimits } from '../../rules/text-limits.ts';
import type { MetaRow, Term } from '../../storage/rows.ts';
import { cleanDescription, type TermDraft } from '../terms/write-term.ts';
import { allPlaces, type MenuPlace, placeKey, readAutoAdded } from './menu-locations.ts';
import type { MenuContext } from './nav-menu.ts';
import { navMenu } from './nav-menu.ts';

/** The requested values of a menu; places and the flag are stored outside of its term. */
export interface MenuDraft extends TermDraft {
  places?: readonly string[];
  autoAdd?: boolean;
}

interface MenuSubject {
  readonly term: Term;
  readonly places: readonly MenuPlace[];
  readonly isAutoAdded: boolean;
  readonly meta: readonly MetaRow[];
}

const path = '/wp/v2/menus';
const field = fieldsOf<MenuSubject, MenuDraft>();
const link = linksOf<MenuSubject>();
const everywhere = ['view', 'embed', 'edit'] as const;
const notEmbedded = ['view', 'edit'] as const;

const isAt = ({ term, places }: MenuSubject): MenuPlace[] => places.filter((place) => place.menu === term.id);

export type MenuResource = ReturnType<typeof menuResource>;

/** A menu: a term without a page of its own. */
export function menuResource(context: MenuContext) {
  const { meta, textWork } = context;
  return defineResource({
    title: navMenu.name,
    fields: {
      id: field({
        schema: s.integer({ description: 'Id of the menu.' }),
        contexts: everywhere,
        readonly: true,
        read: ({ term }) => term.id,
      }),
      description: field({
        schema: s.string({ description: 'Description of the menu; some HTML is allowed.' }),
        limit: textLimits.termDescription,
        contexts: notEmbedded,
        read: ({ term }) => term.description,
        write: async (draft, value) => {
          draft.description = await cleanDescription(value, textWork);
        },
      }),
      name: field({
        schema: s.string({ description: 'Name of the menu.', required: true }),
        limit: textLimits.termName,
        contexts: everywhere,
        read: ({ term }) => term.name,
        write: (draft, value) => {
          draft.name = value;
          // The slug always follows the name.
          draft.slug = '';
        },
      }),
      slug: field({
        schema: s.string({ description: 'Name of the menu for programs; it follows the name.' }),
        contexts: everywhere,
        read: ({ term }) => term.slug,
      }),
      meta: field({
        schema: metaSchema(meta, 'term', navMenu.name),
        limit: textLimits.meta,
        contexts: notEmbedded,
        read: ({ term, meta: rows }, { caller }) =>
          meta.read({ object: 'term', subtype: navMenu.name, ownerId: term.id }, rows, caller),
        output: meta.response('term', navMenu.name),
        write: (draft, value) => {
          draft.sentMeta = value;
        },
      }),
      locations: field({
        schema: s.array(s.string(), { description: 'Menu locations that show the menu.' }),
        contexts: notEmbedded,
        read: (subject) => isAt(subject).map((place) => place.name),
        write: (draft, value) => {
          draft.places = value;
        },
      }),
      auto_add: field({
        schema: s.boolean({ description: 'Whether new top-level pages are added to the menu.' }),
        contexts: notEmbedded,
        read: ({ isAutoAdded }) => isAutoAdded,
        write: (draft, value) => {
          draft.autoAdd = value;
        },
      }),
    },
    links: [
      { rel: 'self', to: ({ term }) => ({ href: `${path}/${term.id}` }) },
      { rel: 'collection', to: () => ({ href: path }) },
      { rel: 'about', to: () => ({ href: `/wp/v2/taxonomies/${navMenu.name}` }) },
      { rel: 'wp:post_type', to: ({ term }) => ({ href: `/wp/v2/menu-items?menus=${term.id}` }) },
      link({
        rel: 'wp:menu-location',
        embeds: ['menu-location'],
        to: (subject) =>
          isAt(subject).map(({ name }) => ({
            href: `/wp/v2/menu-locations/${name}`,
            embed: { from: 'menu-location', key: placeKey(subject.places, name) },
          })),
      }),
    ],
    load: async (terms: readonly Term[], _needs, call) => {
      const keys = meta.keysOf('term', navMenu.name);
      const ids = terms.map((term) => term.id);
      const [places, added, rows] = await Promise.all([
        allPlaces(context, call),
        readAutoAdded(call.store),
        keys.length > 0 ? call.store.meta.of('term', ids, keys) : null,
      ]);
      return terms.map((term) => ({
        term,
        places,
        isAutoAdded: added.has(term.id),
        meta: rows?.get(term.id) ?? [],
      }));
    },
    newDraft: (): MenuDraft => ({}),
  });
}

/** The places that were sent but do not exist. */
export function refusePlaces(
  sent: readonly string[] | undefined,
  places: readonly MenuPlace[],
): { readonly locations: Refusal } | null {
  const unknown = sent?.find((name) => placeKey(places, name) < 0);
  if (unknown === undefined) return null;
  const why = `locations names ${JSON.stringify(unknown)}, which is no place for a menu.`;
  return { locations: new Refusal(why, 'rest_invalid_menu_location', { location: unknown }) };
}
