import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { fieldsOf } from '../../api/resource/field.ts';
import { linksOf } from '../../api/resource/links.ts';
import { presentItem } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import { type Route, route } from '../../api/routing/route.ts';
import { s } from '../../lib/schema/schema.ts';
import { canCreatePosts } from '../../rules/capabilities.ts';
import { writeDelimiter } from '../../text/blocks/parse-blocks.ts';
import type { JsonRecord } from '../../text/json.ts';
import { inTransaction } from '../context/core-context.ts';
import { type ItemTarget, loadTargets } from '../menus/item-targets.ts';
import { itemsOfMenu, type MenuItemRow } from '../menus/menu-items.ts';
import { allPlaces } from '../menus/menu-locations.ts';
import type { MenuContext } from '../menus/nav-menu.ts';
import { navMenu } from '../menus/nav-menu.ts';
import { contentErrors } from '../posts/content-errors.ts';
import { createPost } from '../posts/operations/create-post.ts';
import { createTextCleaner, noTexts } from '../posts/operations/post-texts.ts';
import type { EditorContext } from './editor-context.ts';

const type = 'wp_navigation';

/** A menu made of blocks for a place that names none: the latest there is, or one that is made now. */
export function navigationFallback(context: EditorContext & MenuContext): Route {
  const kind = context.kinds.of(type);
  return route({
    method: 'GET',
    path: '/wp-block-editor/v1/navigation-fallback',
    summary: 'Find a menu for a place that names none; the first one is made of the site’s menu or its pages.',
    permit: (_input, { caller }) => {
      if (!canCreatePosts(caller, kind.type)) throw contentErrors.rest_cannot_create();
    },
    requiresLogin: true,
    shareable: false,
    handle: async (_input, call) => {
      const id = (await latest(context, call)) ?? (await make(context, call));
      return reply(await presentItem(fallback, { id }, call, 'view'));
    },
    resource: fallback,
  });
}

interface Fallback {
  readonly id: number;
}

const fallback = defineResource({
  title: 'navigation-fallback',
  fields: {
    id: fieldsOf<Fallback>()({
      schema: s.integer({ description: 'Id of the menu.' }),
      contexts: ['view', 'edit', 'embed'],
      readonly: true,
      read: ({ id }) => id,
    }),
  },
  links: [
    linksOf<Fallback>()({
      rel: 'self',
      embeds: ['post'],
      to: ({ id }) => ({ href: `/wp/v2/navigation/${id}`, embed: { from: 'post', key: id } }),
    }),
  ],
  load: (found: readonly Fallback[]) => found,
});

async function latest({ kinds }: EditorContext, call: Pick<Call, 'store' | 'caller'>): Promise<number | null> {
  const kind = kinds.of(type);
  const [post] = await call.store.posts.find(
    { types: [type], statuses: ['publish'], visibility: kind.visibility.readable(call.caller) },
    { by: 'date', direction: 'desc' },
    { limit: 1, offset: 0 },
  );
  return post?.id ?? null;
}

async function make(context: EditorContext & MenuContext, call: Call): Promise<number> {
  const kind = context.kinds.of(type);
  const menu = await classicMenu(context, call);
  const draft = {
    title: menu?.name ?? 'Navigation',
    content: menu?.content ?? writeDelimiter({ kind: 'void', name: 'page-list' }, {}),
    status: 'publish',
  } as const;
  const clean = createTextCleaner(kind, call.caller);
  await clean(draft, noTexts);
  // Of several who ask at once, one makes it.
  return inTransaction(call, async (work) => {
    await work.store.lock('navigation fallback');
    return (await latest(context, work)) ?? (await createPost(kind, draft, work, { clean })).id;
  });
}

/** A menu of the older kind, in blocks: the one at the first place, else the one with the lowest id. */
async function classicMenu(
  context: EditorContext & MenuContext,
  call: Call,
): Promise<{ readonly name: string; readonly content: string } | null> {
  const placed = (await allPlaces(context, call)).find(({ menu }) => menu > 0)?.menu;
  const [first] = await call.store.terms.find(
    { taxonomy: navMenu.name, ...(placed ? { ids: [placed] } : {}) },
    { by: 'id', direction: 'asc' },
    { limit: 1, offset: 0 },
  );
  if (!first) return null;
  const items = await itemsOfMenu(call.store, first.id);
  if (items.length === 0) return null;
  const targets = await loadTargets(
    items.map(({ values }) => values),
    context,
    call,
  );
  const entries = items.map((item, at) => ({ ...item, target: targets[at] }));
  const below = Map.groupBy(entries, ({ values }) => values.parentId);
  const write = (entry: (typeof entries)[number]): string => {
    const inner = (below.get(entry.id) ?? []).map(write).join('');
    const [kind, name] =
      inner === '' ? (['void', 'navigation-link'] as const) : (['opener', 'navigation-submenu'] as const);
    const opening = writeDelimiter({ kind, name }, settingsOf(entry));
    return inner === '' ? opening : `${opening}${inner}${writeDelimiter({ kind: 'closer', name }, {})}`;
  };
  return {
    name: first.name,
    content: entries
      .filter(({ level }) => level === 0)
      .map(write)
      .join(''),
  };
}

/** The settings of an entry of a menu, as blocks store them. */
function settingsOf({ post, values, target }: MenuItemRow & { readonly target: ItemTarget | undefined }): JsonRecord {
  const isPost = values.type === 'post_type';
  return {
    label: post.title || target?.title || '',
    ...(values.type === 'custom' ? {} : { type: values.object, id: values.objectId }),
    url: target?.url ?? values.url,
    kind: isPost ? 'post-type' : values.type === 'taxonomy' ? 'taxonomy' : 'custom',
    ...(values.target === '_blank' ? { opensInNewTab: true } : {}),
  };
}
