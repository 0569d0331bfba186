import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { pagingReply } from '../../api/resource/paging.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route, writing } from '../../api/routing/route.ts';
import { defineErrors, errors } from '../../errors.ts';
import { type RedirectHits, redirectHitsTable } from '../../redirects/redirect-hits.ts';
import { type RedirectRow, redirectsTable } from '../../redirects/redirects.ts';
import { json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';
import { importRedirects, mostCsvCharacters } from './import-redirects.ts';
import { readRedirect, writeRedirect } from './write-redirect.ts';

const path = '/platen/v1/redirects';
const item = `${path}/{id:digits}` as const;

/** Errors of the routes of redirects. */
export const redirectErrors = defineErrors({
  redirects_not_found: { status: 404, message: () => 'There is no redirect with this number.' },
});

const redirectSchema = json.object({
  id: json.integer,
  source: json.string,
  target: json.string,
  status: json.integer,
  created: json.dateTime,
  // How often it was followed, and when last.
  hits: json.integer,
  last_hit: json.orNull(json.dateTime),
});

const redirectArguments = {
  source: s.string({ description: 'The old path, such as /old-page, or /old/* for everything below it.' }),
  target: s.string({ description: 'A path or an address; ending with /* it passes on what follows a prefix.' }),
  status: s.integer({ description: '301, 302, 307 or 308, or 410 for a page that is gone.' }),
};

/** `platen/v1/redirects`: where old addresses lead. */
export function redirects(hits: Pick<RedirectHits, 'flush'>): RouteModule {
  return {
    routes: [
      route({
        method: 'GET',
        path,
        summary: 'List redirects.',
        args: {
          page: s.integer({ description: 'Page of the list.', minimum: 1, default: 1 }),
          per_page: s.integer({
            description: 'How many redirects a page holds.',
            minimum: 1,
            maximum: 100,
            default: 50,
          }),
          search: s.string({ description: 'Only redirects whose path holds this text.' }),
        },
        permit,
        answers: { schema: json.listOf(redirectSchema) },
        shareable: false,
        handle: async (input, call) => {
          await hits.flush();
          const rows = call.store.table(redirectsTable);
          const where = input.search ? { source: { contains: input.search } } : {};
          const { page, per_page: perPage } = input;
          const total = await rows.count(where);
          const found = await rows.find(
            where,
            { by: 'source', direction: 'asc' },
            { limit: perPage, offset: (page - 1) * perPage },
          );
          return reply(await withHits(found, call), pagingReply({ total, perPage, page, path, input }, call));
        },
      }),
      route({
        method: 'POST',
        path,
        summary: 'Make a redirect.',
        args: redirectArguments,
        permit,
        answers: { schema: redirectSchema, status: 201 },
        undoable: true,
        handle: async (input, call) => {
          const id = await writeRedirect(call.store, readRedirect({ status: 301, ...defined(input) }), null, call);
          return reply(await shownAt(id, call), { status: 201 });
        },
      }),
      route({
        method: 'POST',
        path: `${path}/import`,
        summary: 'Make or change redirects from the lines of a CSV file: path, target, status.',
        args: {
          csv: s.string({
            description: 'The text of the file.',
            required: true,
            check: (text: string) => (text.length > mostCsvCharacters ? 'The file is too long.' : null),
          }),
        },
        permit,
        answers: {
          schema: json.object({
            made: json.integer,
            changed: json.integer,
            refused: json.listOf(json.object({ line: json.integer, reason: json.string })),
          }),
        },
        handle: async ({ csv }, call) => reply(await importRedirects(csv, call)),
      }),
      route({
        method: 'GET',
        path: item,
        summary: 'Show a redirect.',
        permit,
        answers: { schema: redirectSchema },
        shareable: false,
        handle: async ({ id }, call) => {
          await hits.flush();
          return reply(await shownAt(id, call));
        },
      }),
      route({
        method: writing,
        path: item,
        summary: 'Change a redirect.',
        args: redirectArguments,
        permit,
        answers: { schema: redirectSchema },
        undoable: true,
        handle: async ({ id, ...input }, call) => {
          const { source, target, status } = view(await redirectAt(id, call));
          await writeRedirect(call.store, readRedirect({ source, target, status, ...defined(input) }), id, call);
          return reply(await shownAt(id, call));
        },
      }),
      route({
        method: 'DELETE',
        path: item,
        summary: 'Remove a redirect.',
        permit,
        answers: { schema: json.object({ deleted: json.words(true) }) },
        undoable: true,
        handle: async ({ id }, call) => {
          await redirectAt(id, call);
          await call.store.transaction(async (store) => {
            await store.table(redirectsTable).remove({ id });
            await store.table(redirectHitsTable).remove({ redirect: id });
          });
          return reply({ deleted: true });
        },
      }),
    ],
  };
}

function permit(_input: unknown, { caller }: Call): void {
  if (!caller.can('manage_options')) throw errors.rest_forbidden();
}

async function redirectAt(id: number, { store }: Call): Promise<RedirectRow> {
  const [found] = await store.table(redirectsTable).find({ id });
  if (!found) throw redirectErrors.redirects_not_found();
  return found;
}

const view = ({ id, source, isPrefix, target, status, createdMs }: RedirectRow) => ({
  id,
  source: isPrefix ? `${source === '/' ? '' : source}/*` : source,
  target,
  status,
  created: moment(createdMs),
});

/** Redirects with how often they were followed, in one more query. */
async function withHits(rows: readonly RedirectRow[], { store }: Call) {
  const counted =
    rows.length > 0 ? await store.table(redirectHitsTable).find({ redirect: { in: rows.map(({ id }) => id) } }) : [];
  const byId = new Map(counted.map((row) => [row.redirect, row]));
  return rows.map((row) => {
    const { hits = 0, lastHitMs = 0 } = byId.get(row.id) ?? {};
    return { ...view(row), hits, last_hit: lastHitMs > 0 ? moment(lastHitMs) : null };
  });
}

async function shownAt(id: number, call: Call) {
  const [shown] = await withHits([await redirectAt(id, call)], call);
  return shown;
}

const moment = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

/** The members that were sent. */
function defined<T extends object>(input: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // What is left has no undefined member.
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
