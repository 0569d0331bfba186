import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { defineErrors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { capabilityTo } from '../../rules/capabilities.ts';
import { isShownType } from '../../rules/post-types.ts';
import type { EditorContext } from './editor-context.ts';
import { withEditorTypes } from './editor-types.ts';
import { viewConfigResource } from './view-config-schema.ts';

/** Errors of the configuration of lists. */
export const viewErrors = defineErrors({
  rest_cannot_read: { status: 'denied', message: () => 'Lists of this kind are for those who may change its items.' },
});

/** `/wp/v2/view-config`: how editors show lists of items and the form for one of them. */
export function viewConfig({ types }: EditorContext): RouteModule {
  const known = new Map(
    withEditorTypes(types)
      .filter(isShownType)
      .map((type) => [type.name, type]),
  );
  const typeOf = (kind?: string, name?: string) => (kind === 'postType' ? known.get(name ?? '') : undefined);
  const routes = [
    route({
      method: 'GET',
      path: '/wp/v2/view-config',
      summary: 'Say how editors show a kind of items.',
      args: {
        kind: s.string({ required: true, description: 'Kind of items, such as postType.' }),
        name: s.string({ required: true, description: 'Name within the kind, such as page.' }),
      },
      permit: ({ kind, name }, { caller }) => {
        const type = typeOf(kind, name);
        if (!caller.can(type ? capabilityTo('edit', type) : 'edit_posts')) throw viewErrors.rest_cannot_read();
      },
      handle: ({ kind, name }) => {
        const type = typeOf(kind, name);
        const views = type?.hierarchical ? treeViews : plainViews;
        return reply({ kind, name, version: 1, ...views, form: type ? contentForm : {} });
      },
      response: { schema: answer },
      resource: viewConfigResource,
    }),
  ];
  return { routes };
}

const object = json.mapOf(true);
const answer = json.object({
  kind: json.string,
  name: json.string,
  version: json.integer,
  default_view: object,
  default_layouts: object,
  view_list: json.listOf(object),
  form: object,
});

const sort = { field: 'title', direction: 'asc' };
const fields = ['author', 'status'];
const all = { title: 'All', slug: 'all' };

/** A table of items. */
const plainViews = {
  default_view: { type: 'table', filters: [], sort, perPage: 20, fields, titleField: 'title' },
  default_layouts: { table: {}, grid: {}, list: {} },
  view_list: [all],
};

const authorsFirst = { styles: { author: { align: 'start' } } };

/** A view of the items in one state. */
const inState = (title: string, slug: string, status: string, more: object = {}) => ({
  title,
  slug,
  view: { ...more, filters: [{ field: 'status', operator: 'isAny', value: status, isLocked: true }] },
});

/** Items that stand below others, with a view for each state. */
const treeViews = {
  default_view: {
    type: 'list',
    filters: [],
    perPage: 20,
    sort,
    showLevels: true,
    titleField: 'title',
    mediaField: 'featured_media',
    fields,
  },
  default_layouts: { table: { layout: authorsFirst }, grid: {}, list: {} },
  view_list: [
    all,
    inState('Published', 'published', 'publish'),
    inState('Scheduled', 'future', 'future'),
    inState('Drafts', 'drafts', 'draft'),
    inState('Waiting', 'pending', 'pending'),
    inState('Private', 'private', 'private'),
    inState('Trash', 'trash', 'trash', { type: 'table', layout: authorsFirst }),
  ],
};

const bare = { layout: { type: 'regular', labelPosition: 'none' } };

/** The form for an item of content. */
const contentForm = {
  layout: { type: 'panel' },
  fields: [
    { id: 'featured_media', ...bare },
    { id: 'post-content-info', ...bare },
    { id: 'excerpt', layout: { type: 'panel', labelPosition: 'top' } },
    {
      id: 'status',
      label: 'State and visibility',
      children: [{ id: 'status', ...bare }, 'scheduled_date', 'password', 'sticky'],
    },
    'date',
    'slug',
    'author',
    'template',
    { id: 'discussion', label: 'Comments', children: [{ id: 'comment_status', ...bare }, 'ping_status'] },
    'parent',
    'format',
    'revisions',
  ],
};
