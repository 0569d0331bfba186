import type { Call } from '../../api/call.ts';
import type { Context } from '../../api/resource/context.ts';
import { type Fields, fieldsOf } from '../../api/resource/field.ts';
import { type Link, linksOf } from '../../api/resource/links.ts';
import { defineResource, type Resource } from '../../api/resource/resource.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { Refusal, s } from '../../lib/schema/schema.ts';
import { metaSchema } from '../../rules/meta-registry.ts';
import { textLimits } from '../../rules/text-limits.ts';
import type { MetaRow, Post } from '../../storage/rows.ts';
import type { RenderContext } from '../../text/render/render-context.ts';
import { cleanUrl } from '../../text/sanitise/clean-url.ts';
import { rememberRead } from '../posts/content-permissions.ts';
import { sentText } from '../posts/fields/text-fields.ts';
import { writableStatuses } from '../posts/operations/post-draft.ts';
import { textContext } from '../posts/text-context.ts';
import { assignedTerms } from '../terms/term-lookup.ts';
import { type ItemTarget, loadTargets } from './item-targets.ts';
import type { ItemDraft } from './item-values.ts';
import { type ItemValues, itemKeys, itemTypes, readValues } from './item-values.ts';
import type { MenuContext } from './nav-menu.ts';
import { menuCapability, navMenu, navMenuItem } from './nav-menu.ts';

interface ItemSubject {
  readonly post: Post;
  readonly values: ItemValues;
  readonly target: ItemTarget;
  readonly menuId: number | undefined;
  readonly meta: readonly MetaRow[];
  readonly text: RenderContext;
}

const path = '/wp/v2/menu-items';
/** The maximum of the database column. */
const widestNumber = 2_147_483_647;
const field = fieldsOf<ItemSubject, ItemDraft>();
const property = fieldsOf<ItemSubject>();
const everywhere = ['view', 'edit', 'embed'] as const;
const notEmbedded = ['view', 'edit'] as const;

export type ItemResource = Resource<Post, ItemDraft>;

/** An item of a menu. */
export function itemResource(context: MenuContext): ItemResource {
  const keys = [...itemKeys, ...context.meta.keysOf('post', navMenuItem.name)];
  return defineResource({
    title: navMenuItem.name,
    remember: rememberRead,
    schemaLinks: ({ apiUrl }) =>
      [...actions, objectAction].map(({ rel, title, sets }) => ({
        rel: `https://api.w.org/${rel}`,
        title,
        href: `${apiUrl}${path}/{id}`,
        targetSchema: { type: 'object', properties: sets },
      })),
    fields: { ...textFields(context), ...stateFields, ...targetFields, ...metaFields(context) },
    links: itemLinks(context),
    load: async (posts: readonly Post[], _needs, call) => {
      const ids = posts.map((post) => post.id);
      const [meta, terms, text] = await Promise.all([
        call.store.meta.of('post', ids, keys),
        assignedTerms(ids, call),
        textContext(context, call),
      ]);
      const values = ids.map((id) => readValues(meta.get(id) ?? []));
      const targets = await loadTargets(values, context, call);
      return posts.flatMap((post, i) => {
        const [own, target] = [values[i], targets[i]];
        if (!own || !target) return [];
        const menuId = terms.get(post.id)?.find((term) => term.taxonomy === navMenu.name)?.id;
        return [
          { post, values: own, target, menuId, meta: meta.get(post.id) ?? [], text: { ...text, postId: post.id } },
        ];
      });
    },
    newDraft: (): ItemDraft => ({}),
  });
}

/** The title of its own, else of what it leads to. */
function titleOf({ post, values, target }: ItemSubject): string {
  return post.title || target.title || `#${values.objectId} (no title)`;
}

/** The title for editors: its own as it is stored, else the one that readers see of a post it leads to. */
function rawTitle({ display }: MenuContext): (subject: ItemSubject) => string | Promise<string> {
  return (subject) => {
    const { post, target, text } = subject;
    return post.title === '' && target.post ? display.render.title(target.title, text) : titleOf(subject);
  };
}

function textFields(context: MenuContext): Fields<ItemSubject, ItemDraft> {
  const { display } = context;
  const raw = { type: 'string', context: ['edit'] };
  const rendered = { type: 'string', context: everywhere, readonly: true };
  return {
    id: field({
      schema: s.integer({ description: 'Id of the item.', published: { default: 0, minimum: 0 } }),
      contexts: everywhere,
      readonly: true,
      read: ({ post }) => post.id,
    }),
    title: field({
      schema: s.text({
        description: 'Title; by default the title of the target.',
        published: { type: ['string', 'object'], properties: { raw, rendered } },
      }),
      limit: textLimits.title,
      contexts: everywhere,
      properties: {
        raw: property({ schema: s.string(), contexts: ['edit'], read: rawTitle(context) }),
        rendered: property({
          schema: s.string(),
          contexts: everywhere,
          readonly: true,
          read: (subject) => display.render.title(titleOf(subject), subject.text),
        }),
      },
      write: (draft, value) => {
        draft.title = sentText(value);
      },
    }),
    attr_title: field({
      schema: s.string({ description: 'Title attribute of the link.' }),
      limit: textLimits.title,
      contexts: everywhere,
      read: ({ post }) => post.excerpt,
      write: (draft, value) => {
        draft.attributeTitle = value;
      },
    }),
    description: field({
      schema: s.string({ description: 'Description of the item, for themes that show it.' }),
      limit: textLimits.content,
      contexts: everywhere,
      read: ({ post }) => post.content,
      write: (draft, value) => {
        draft.description = value;
      },
    }),
  };
}

const stateFields: Fields<ItemSubject, ItemDraft> = {
  status: field({
    schema: s.string({ enum: writableStatuses, default: 'publish', description: 'Status of the item.' }),
    contexts: everywhere,
    read: ({ post }) => post.status,
    output: json.string,
    write: (draft, value) => {
      draft.status = value;
    },
  }),
  parent: field({
    schema: s.integer({
      minimum: 0,
      default: 0,
      description: 'Id of the parent item, 0 for none.',
      published: { minimum: 0 },
    }),
    contexts: everywhere,
    read: ({ values }) => values.parentId,
    write: (draft, value) => {
      draft.parentId = value;
    },
  }),
  menu_order: field({
    schema: s.integer({
      minimum: 1,
      default: 1,
      check: (value: number) =>
        value > widestNumber ? new Refusal('menu_order is too large to be stored.', 'rest_out_of_bounds') : null,
      description: 'Position in the menu.',
      published: { minimum: 1 },
    }),
    contexts: everywhere,
    read: ({ post }) => post.menuOrder,
    write: (draft, value) => {
      draft.order = value;
    },
  }),
  menus: field({
    schema: s.integer({ description: 'Id of the menu.' }),
    contexts: notEmbedded,
    read: ({ menuId }) => menuId,
    optional: true,
    write: (draft, value) => {
      draft.menuId = value;
    },
  }),
};

const names = s.array(s.string());

const targetFields: Fields<ItemSubject, ItemDraft> = {
  url: field({
    schema: s.string({
      format: 'uri',
      description: 'Address of the target.',
      check: (value: string) =>
        value !== '' && cleanUrl(value) === '' ? new Refusal('url is not an address.', 'rest_invalid_url') : null,
    }),
    contexts: everywhere,
    read: ({ target }) => target.url,
    write: (draft, value) => {
      draft.url = value;
    },
  }),
  type: field({
    schema: s.string({ enum: itemTypes, default: 'custom', description: 'Kind of the target.' }),
    contexts: everywhere,
    read: ({ values }) => values.type,
    write: (draft, value) => {
      draft.type = value;
    },
  }),
  type_label: field({
    schema: s.string({ description: 'Label of the kind.' }),
    contexts: everywhere,
    readonly: true,
    read: ({ target }) => target.label,
  }),
  object: field({
    schema: s.string({ description: 'Post type or taxonomy of the target.' }),
    contexts: everywhere,
    read: ({ values }) => values.object,
    write: (draft, value) => {
      draft.object = value;
    },
  }),
  object_id: field({
    schema: s.integer({
      minimum: 0,
      default: 0,
      description: 'Id of the target.',
      published: { minimum: 0 },
    }),
    contexts: everywhere,
    read: ({ values }) => values.objectId,
    write: (draft, value) => {
      draft.objectId = value;
    },
  }),
  target: field({
    schema: s.string({ enum: ['_blank', ''], description: 'Target attribute of the link.' }),
    contexts: everywhere,
    read: ({ values }) => values.target,
    output: json.string,
    write: (draft, value) => {
      draft.target = value;
    },
  }),
  classes: field({
    schema: { ...names, description: 'CSS classes of the item.' },
    contexts: everywhere,
    read: ({ values }) => values.classes,
    write: (draft, value: readonly string[]) => {
      draft.classes = value;
    },
  }),
  xfn: field({
    schema: { ...names, description: 'Link relations (XFN) of the target.' },
    contexts: everywhere,
    read: ({ values }) => values.relations,
    write: (draft, value: readonly string[]) => {
      draft.relations = value;
    },
  }),
  invalid: field({
    schema: s.boolean({ description: 'Whether the target no longer exists.' }),
    contexts: everywhere,
    readonly: true,
    read: ({ target }) => target.isInvalid,
  }),
};

function metaFields({ meta }: MenuContext): Fields<ItemSubject, ItemDraft> {
  return {
    meta: field({
      schema: metaSchema(meta, 'post', navMenuItem.name),
      limit: textLimits.meta,
      contexts: notEmbedded,
      read: ({ post, meta: rows }, { caller }) =>
        meta.read({ object: 'post', subtype: navMenuItem.name, ownerId: post.id }, rows, caller),
      output: meta.response('post', navMenuItem.name),
      write: (draft, value) => {
        draft.meta = value;
      },
    }),
  };
}

interface ItemAction {
  readonly rel: string;
  readonly title: string;
  readonly sets: Readonly<Record<string, unknown>>;
  readonly capability: string;
}

const menuIds = { menus: { type: 'array', items: { type: 'integer' } } };

/** What an editor may do with an item, shown as links in the edit context. */
const actions: readonly ItemAction[] = [
  {
    rel: 'action-publish',
    title: 'You may publish this.',
    sets: { status: { type: 'string', enum: ['publish', 'future'] } },
    capability: menuCapability,
  },
  {
    rel: 'action-unfiltered-html',
    title: 'You may use any HTML in this.',
    sets: { content: { raw: { type: 'string' } } },
    capability: 'unfiltered_html',
  },
  { rel: 'action-assign-menus', title: 'You may put this into a menu.', sets: menuIds, capability: menuCapability },
  { rel: 'action-create-menus', title: 'You may make new menus.', sets: menuIds, capability: menuCapability },
];

const objectAction = {
  rel: 'menu-item-object',
  title: 'What the item leads to.',
  sets: { object: { type: 'integer' } },
} as const;

const link = linksOf<ItemSubject>();

function itemLinks({ kinds, taxonomies }: MenuContext): readonly Link<ItemSubject>[] {
  const shown = taxonomies.filter((one) => one.restBase !== null);
  return [
    { rel: 'self', to: ({ post }) => ({ href: `${path}/${post.id}` }) },
    { rel: 'collection', to: () => ({ href: path }) },
    { rel: 'about', to: () => ({ href: `/wp/v2/types/${navMenuItem.name}` }) },
    link({
      rel: 'wp:term',
      attributes: { taxonomy: json.words(navMenu.name) },
      embeds: ['terms:nav_menu'],
      to: ({ post }) => ({
        href: `/wp/v2/menus?post=${post.id}`,
        attributes: { taxonomy: navMenu.name },
        embed: { from: 'terms:nav_menu', key: post.id },
      }),
    }),
    link({
      rel: 'wp:menu-item-object',
      attributes: { post_type: json.string },
      embeds: ['post'],
      to: ({ target: { post } }) => {
        const base = post && kinds.find(post.type)?.type.restBase;
        if (!post || !base) return null;
        const embed = { from: 'post', key: post.id } as const;
        return { href: `/wp/v2/${base}/${post.id}`, attributes: { post_type: post.type }, embed };
      },
    }),
    ...shown.map((taxonomy) =>
      link({
        rel: 'wp:menu-item-object',
        attributes: { taxonomy: json.words(taxonomy.name) },
        embeds: [`term:${taxonomy.name}`],
        to: ({ target: { term } }) => {
          if (term?.taxonomy !== taxonomy.name) return null;
          const embed = { from: `term:${taxonomy.name}`, key: term.id } as const;
          return { href: `/wp/v2/${taxonomy.restBase}/${term.id}`, attributes: { taxonomy: taxonomy.name }, embed };
        },
      }),
    ),
    ...actions.map(({ rel, capability }) => ({
      rel: `wp:${rel}`,
      to: ({ post }: ItemSubject, { caller }: Call, context: Context) =>
        context === 'edit' && caller.can(menuCapability) && caller.can(capability)
          ? { href: `${path}/${post.id}` }
          : null,
    })),
  ];
}
