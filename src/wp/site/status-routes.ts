import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { fieldsOf } from '../../api/resource/field.ts';
import { presentItem, presentNamed } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import type { Variant } from '../../api/variant.ts';
import { defineErrors } from '../../lib/errors.ts';
import { s } from '../../lib/schema/schema.ts';
import { capabilityTo } from '../../rules/capabilities.ts';
import { isShownType, type PostType } from '../../rules/post-types.ts';

/** Errors of the statuses. */
export const statusErrors = defineErrors({
  rest_cannot_view: { status: 'denied', message: () => 'You may not see statuses as editors do.' },
  rest_status_invalid: { status: 404, message: () => 'There is no such status.' },
  rest_cannot_read_status: { status: 'denied', message: () => 'This status is not open to you.' },
});

/** `/wp/v2/statuses`: the statuses of posts. */
export function statuses(context: { readonly variant: Variant; readonly types: readonly PostType[] }): RouteModule {
  const resource = statusResource(context.variant);
  const known = postStatuses.filter((status) => context.variant.content.listStatuses.includes(status.name));
  const editable = context.types.filter(isShownType).map((type) => capabilityTo('edit', type));
  const isEditor = ({ caller }: Call): boolean => editable.some(caller.can);
  const maySee = (status: PostStatus, call: Call): boolean => status.public || (!status.hidden && isEditor(call));

  const routes = [
    route({
      method: 'GET',
      path: '/wp/v2/statuses',
      summary: 'List the states of content.',
      args: { context: contextArgument },
      permit: ({ context }, call) => {
        if (context === 'edit' && !isEditor(call)) throw statusErrors.rest_cannot_view();
      },
      handle: async ({ context }, call) => {
        const open = new Map(known.filter((status) => maySee(status, call)).map((status) => [status.name, status]));
        return reply(await presentNamed(resource, open, call, context));
      },
      resource: resource,
    }),
    route({
      method: 'GET',
      path: '/wp/v2/statuses/{status:word}',
      summary: 'Show a state of content.',
      args: { context: contextArgument },
      permit: ({ status }, call) => {
        if (!maySee(find(status), call)) throw statusErrors.rest_cannot_read_status();
      },
      handle: async ({ status, context }, call) => reply(await presentItem(resource, find(status), call, context)),
      resource: resource,
    }),
  ];
  return { routes };

  function find(name: string | undefined): PostStatus {
    const status = known.find((one) => one.name === name);
    if (!status) throw statusErrors.rest_status_invalid();
    return status;
  }
}

const field = fieldsOf<PostStatus>();
const everywhere = ['embed', 'view', 'edit'] as const;
const shownToEditors = ['edit'] as const;
const notEmbedded = ['view', 'edit'] as const;

function statusResource(variant: Variant) {
  return defineResource({
    title: 'status',
    schemaUri: variant.protocol.contentSchemaUri,
    fields: {
      name: field({
        schema: s.string({ description: 'Label of the status.' }),
        contexts: everywhere,
        readonly: true,
        read: (status) => status.label,
      }),
      private: field({
        schema: s.boolean({ description: 'Whether items with this status need permission to read.' }),
        contexts: shownToEditors,
        readonly: true,
        read: (status) => status.private,
      }),
      protected: field({
        schema: s.boolean({ description: 'Whether only editors may read items with this status.' }),
        contexts: shownToEditors,
        readonly: true,
        read: (status) => status.protected,
      }),
      public: field({
        schema: s.boolean({ description: 'Whether everyone may read items with this status.' }),
        contexts: notEmbedded,
        readonly: true,
        read: (status) => status.public,
      }),
      queryable: field({
        schema: s.boolean({ description: 'Whether items with this status have a public address.' }),
        contexts: notEmbedded,
        readonly: true,
        read: (status) => status.public,
      }),
      show_in_list: field({
        schema: s.boolean({ description: 'Whether lists for editors count these items.' }),
        contexts: shownToEditors,
        readonly: true,
        read: (status) => status.showInList,
      }),
      slug: field({
        schema: s.string({ description: 'Identifier of the type or taxonomy, for programs.' }),
        contexts: everywhere,
        readonly: true,
        read: (status) => status.name,
      }),
      ...(variant.content.editorFields ? { date_floating: dateFloatingField } : {}),
    },
    links: [
      {
        rel: 'archives',
        to: ({ name, public: open }) => ({ href: open ? '/wp/v2/posts' : `/wp/v2/posts?status=${name}` }),
      },
    ],
    load: (statuses: readonly PostStatus[]) => statuses,
  });
}

const dateFloatingField = field({
  schema: s.boolean({ description: 'Whether the date of an item stays open until it is published.' }),
  contexts: notEmbedded,
  readonly: true,
  read: (status) => status.dateFloating ?? false,
});

/** A post status, as the interface describes it. */
export interface PostStatus {
  readonly name: string;
  readonly label: string;
  /** Everyone may read posts with this status. */
  readonly public: boolean;
  readonly private: boolean;
  /** Readable by those who may edit. */
  readonly protected: boolean;
  /** Internal: never listed by the interface. */
  readonly hidden: boolean;
  readonly showInList: boolean;
  /** The date moves on until the post is published, unless one is set. */
  readonly dateFloating?: boolean;
}

const kinds = {
  public: { public: true, private: false, protected: false, hidden: false, showInList: true },
  protected: { public: false, private: false, protected: true, hidden: false, showInList: true },
  private: { public: false, private: true, protected: false, hidden: false, showInList: true },
  trash: { public: false, private: false, protected: false, hidden: false, showInList: false },
  hidden: { public: false, private: false, protected: false, hidden: true, showInList: false },
} as const;

/** Every status of the table layout, in the order the interface lists them. */
export const postStatuses: readonly PostStatus[] = [
  { name: 'publish', label: 'Published', ...kinds.public },
  { name: 'future', label: 'Scheduled', ...kinds.protected },
  { name: 'draft', label: 'Draft', ...kinds.protected, dateFloating: true },
  { name: 'pending', label: 'Pending', ...kinds.protected, dateFloating: true },
  { name: 'private', label: 'Private', ...kinds.private },
  { name: 'trash', label: 'Trash', ...kinds.trash },
  { name: 'auto-draft', label: 'Just begun', ...kinds.hidden },
  { name: 'inherit', label: 'As its parent', ...kinds.hidden },
  { name: 'request-pending', label: 'Asked', ...kinds.hidden },
  { name: 'request-confirmed', label: 'Confirmed', ...kinds.hidden },
  { name: 'request-failed', label: 'Failed', ...kinds.hidden },
  { name: 'request-completed', label: 'Done', ...kinds.hidden },
];
