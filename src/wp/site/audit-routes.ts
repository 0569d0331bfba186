import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { type AuditKind, type AuditRow, auditKinds, auditLogTable } from '../../background/audit-log.ts';
import { errors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import type { Condition, Store } from '../../storage/store.ts';

const most = 200;

const entrySchema = json.object({
  id: json.integer,
  date_gmt: json.dateTime,
  kind: json.words(...auditKinds),
  event: json.string,
  user: json.integer,
  user_name: json.string,
  object: json.integer,
  object_name: json.string,
  // What the object is called now; empty where it is gone, or has no name.
  object_title: json.string,
  address: json.string,
  // Each event has its own facts.
  detail: { type: 'object' },
});

/** `platen/v1/audit`: who changed what, for those who manage the site. */
export function auditRoutes(): RouteModule {
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/audit',
        summary: 'List who did what, the newest first. Only for those who manage the site.',
        args: {
          cursor: s.integer({ description: 'Go on after this entry: `next` of the page before.', minimum: 1 }),
          per_page: s.integer({ description: 'Entries per page.', default: 50, minimum: 1, maximum: most }),
          kind: s.array(s.string({ enum: auditKinds }), { description: 'Limit to these kinds.' }),
          user: s.integer({ description: 'Limit to actions of this user.', minimum: 0 }),
          after: s.string({
            format: 'date-time',
            description: 'Limit to what happened at this moment or later, in GMT.',
          }),
          before: s.string({ format: 'date-time', description: 'Limit to what happened before this moment, in GMT.' }),
        },
        response: { schema: json.object({ items: json.listOf(entrySchema), next: json.orNull(json.integer) }) },
        permit: (_input, call) => {
          call.keepPrivate();
          if (!call.caller.can('manage_options')) throw errors.rest_forbidden();
        },
        handle: async ({ per_page: size, ...asked }, call) => {
          const rows = await call.store
            .table(auditLogTable)
            .find(conditionOf(asked), { by: 'id', direction: 'desc' }, { limit: size + 1, offset: 0 });
          const page = rows.slice(0, size);
          const items = await shown(page, call);
          return reply({ items, next: rows.length > size ? (page.at(-1)?.id ?? null) : null });
        },
        shareable: false,
      }),
    ],
  };
}

interface Asked {
  readonly cursor?: number | undefined;
  readonly kind?: readonly AuditKind[] | undefined;
  readonly user?: number | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

function conditionOf({ cursor, kind, user, after, before }: Asked): Condition<AuditRow> {
  const at = {
    ...(after === undefined ? {} : { from: secondsOf(after) }),
    ...(before === undefined ? {} : { below: secondsOf(before) }),
  };
  return {
    ...(cursor === undefined ? {} : { id: { below: cursor } }),
    ...(kind === undefined || kind.length === 0 ? {} : { kind: { in: kind } }),
    ...(user === undefined ? {} : { userId: user }),
    ...(Object.keys(at).length > 0 ? { at } : {}),
  };
}

/** Dates without a zone are in GMT. */
function secondsOf(date: string): number {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(date);
  return Math.floor(Date.parse(hasZone ? date : `${date}Z`) / 1000) || 0;
}

/** Entries with who acted and on what, as they are called now: names of people, titles of things. */
async function shown(rows: readonly AuditRow[], { store }: Call) {
  const ids = [...new Set(rows.map(({ userId }) => userId))].filter((id) => id > 0);
  const users = new Map((await store.users.byIds(ids)).map((user) => [user.id, user.displayName || user.login]));
  const titleOf = await titles(rows, store);
  return rows.map((row) => ({
    id: row.id,
    date_gmt: new Date(row.at * 1000).toISOString().slice(0, 19),
    kind: row.kind,
    event: row.event,
    user: row.userId,
    user_name: users.get(row.userId) ?? '',
    object: row.objectId,
    object_name: row.objectName,
    object_title: titleOf(row),
    address: row.address,
    detail: row.detail ?? {},
  }));
}

/** The title of a post, file or term of an entry, and that of what a comment is about. */
async function titles(rows: readonly AuditRow[], store: Store): Promise<(row: AuditRow) => string> {
  const idsOf = (...kinds: readonly AuditKind[]) => [
    ...new Set(rows.filter(({ kind }) => kinds.includes(kind)).map(({ objectId }) => objectId)),
  ];
  const comments = new Map((await store.comments.byIds(idsOf('comment'))).map((one) => [one.id, one.postId]));
  const posts = await store.posts.byIds([...new Set([...idsOf('post', 'media'), ...comments.values()])]);
  const postTitles = new Map(posts.map(({ id, title }) => [id, title]));
  const terms = new Map((await store.terms.byIds(idsOf('term'))).map(({ id, name }) => [id, name]));
  const found = ({ kind, objectId }: AuditRow): string | undefined => {
    if (kind === 'term') return terms.get(objectId);
    if (kind === 'comment') return postTitles.get(comments.get(objectId) ?? 0);
    return kind === 'post' || kind === 'media' ? postTitles.get(objectId) : undefined;
  };
  return (row) => found(row) ?? '';
}
