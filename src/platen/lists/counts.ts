import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { type Route, route } from '../../api/routing/route.ts';
import { isShownTaxonomy } from '../../rules/taxonomies.ts';
import { json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';
import type { CountedFilter, PostExpression, PostFilter } from '../../storage/store.ts';
import type { Core } from '../../wp/all.ts';
import type { ContentKind } from '../../wp/posts/content-kind.ts';
import { listableStatuses } from '../../wp/posts/list/listable-statuses.ts';
import { plannedFilter } from '../../wp/posts/where/planned-filter.ts';
import { readWhere } from '../../wp/posts/where/read-where.ts';
import { ownWhereArgument } from '../../wp/posts/where/where-argument.ts';
import {
  chosenKinds,
  permitKinds,
  refuseTypeStatuses,
  statusArgument,
  statusesIn,
  typeArgument,
  visibilityIn,
} from './chosen-kinds.ts';

/** How many items there are, without the items: by state, by type or by term. */
export function countRoute({ kinds, taxonomies }: Pick<Core, 'kinds' | 'taxonomies'>): Route {
  const shown = taxonomies.filter(isShownTaxonomy).map(({ name }) => name);
  return route({
    method: 'GET',
    path: '/platen/v1/counts',
    summary: 'Count what you may list, by state, type or term.',
    args: {
      context: s.string({
        enum: ['view', 'edit'],
        default: 'view',
        description: 'Count what you may read, or what you may edit.',
      }),
      type: typeArgument(kinds),
      by: s.string({
        enum: ['status', 'type', ...shown],
        default: 'status',
        description: 'What to count by: status, type, or the name of a taxonomy.',
      }),
      status: statusArgument,
      ...ownWhereArgument,
    },
    answers: { schema: json.mapOf(json.integer) },
    refuse: (input, call) => refuseTypeStatuses(chosenKinds(kinds, input.type), input.status, call),
    permit: (input, call) => permitKinds(chosenKinds(kinds, input.type), input.context, call),
    handle: async (input, call) => {
      const chosen = chosenKinds(kinds, input.type);
      const where = input.where === undefined ? null : await readWhere(input.where, chosen, call);
      const filters: CountedFilter[] = [];
      for (const kind of chosen) filters.push(await countedFilter(kind, { ...input, where }, call));
      if (input.by !== 'status' && input.by !== 'type') return reply(await countTerms(filters, input.by, call));
      const counts = await countRows(filters, input.by, call);
      const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
      return reply(counts, { headers: { 'X-WP-Total': String(total) } });
    },
  });
}

interface CountInput {
  readonly context: string;
  readonly status?: readonly string[] | undefined;
  readonly where: PostExpression | null;
}

/** Everything of a kind that the caller may list. */
async function countedFilter(kind: ContentKind, input: CountInput, call: Call): Promise<CountedFilter> {
  const { context, status, where } = input;
  const statuses = status ? statusesIn(kind, status) : listableStatuses(kind.type, call.caller);
  const filter: PostFilter = {
    types: [kind.type.name],
    statuses,
    visibility: visibilityIn(kind, context, call),
    ...(where ? { where } : {}),
  };
  return { statuses, ...(await plannedFilter(filter, { by: 'id', direction: 'asc' }, call)) };
}

async function countRows(
  filters: readonly CountedFilter[],
  by: 'status' | 'type',
  { store }: Call,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const filter of filters) {
    for (const [value, n] of await store.posts.countBy(filter, by)) counts[value] = (counts[value] ?? 0) + n;
  }
  return counts;
}

async function countTerms(
  filters: readonly CountedFilter[],
  taxonomy: string,
  { store }: Call,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const filter of filters) {
    for (const [id, n] of await store.posts.countByTerm(filter, taxonomy)) counts[id] = (counts[id] ?? 0) + n;
  }
  return counts;
}
