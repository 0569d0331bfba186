import type { Call } from '../api/call.ts';
import { reply } from '../api/reply.ts';
import { pagingReply } from '../api/resource/list-page.ts';
import type { RouteModule } from '../api/routing/registry.ts';
import { route, writing } from '../api/routing/route.ts';
import { ApiError, defineErrors, errors } from '../lib/errors.ts';
import { json } from '../lib/schema/json-schema.ts';
import { s } from '../lib/schema/schema.ts';
import { type RedirectHits, redirectHitsTable } from './redirect-hits.ts';
import { type RedirectRow, readRedirect, redirectsTable, writeRedirect } from './redirects.ts';

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
            description: 'Redirects per page.',
            minimum: 1,
            maximum: 100,
            default: 50,
          }),
          search: s.string({ description: 'Limit to redirects whose path contains this text.' }),
        },
        permit,
        response: { schema: json.listOf(redirectSchema) },
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
        response: { schema: redirectSchema, status: 201 },
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
        response: {
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
        response: { schema: redirectSchema },
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
        response: { schema: redirectSchema },
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
        response: { schema: json.object({ deleted: json.words(true) }) },
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
  return rows.map((row) => viewWithHits(row, byId.get(row.id)));
}

function viewWithHits(row: RedirectRow, counted: { readonly hits: number; readonly lastHitMs: number } | undefined) {
  const { hits = 0, lastHitMs = 0 } = counted ?? {};
  return { ...view(row), hits, last_hit: lastHitMs > 0 ? moment(lastHitMs) : null };
}

async function shownAt(id: number, call: Call) {
  const row = await redirectAt(id, call);
  const [counted] = await call.store.table(redirectHitsTable).find({ redirect: id });
  return viewWithHits(row, counted);
}

const moment = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

/** The members that were sent. */
function defined<T extends object>(input: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // What is left has no undefined member.
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

export const mostCsvCharacters = 1_000_000;
const mostLines = 5_000;
const mostRefused = 100;

/** Takes in lines of `path,target,status`; each line is stored or refused by itself. */
export async function importRedirects(csv: string, call: Call) {
  let made = 0;
  let changed = 0;
  const refused: { line: number; reason: string }[] = [];
  const lines = csv.replace(/^\ufeff/, '').split(/\r\n|[\r\n]/);
  for (const [index, text] of lines.slice(0, mostLines).entries()) {
    const [source = '', target = '', status = ''] = cells(text);
    // Blank lines, and the names of columns that most files begin with.
    if (source === '' || (index === 0 && !source.startsWith('/'))) continue;
    try {
      const redirect = readRedirect({ source, target, status: status === '' ? 301 : Number(status) });
      const [known] = await call.store.table(redirectsTable).find({ source: redirect.source });
      await writeRedirect(call.store, redirect, known?.id ?? null, call);
      if (known) changed += 1;
      else made += 1;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (refused.length < mostRefused) refused.push({ line: index + 1, reason: reasonIn(error) });
    }
  }
  if (lines.length > mostLines) refused.push({ line: mostLines + 1, reason: `Only ${mostLines} lines are taken.` });
  return { made, changed, refused };
}

/** The cells of a line; quoted ones may hold commas. */
function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|[,;\t])(?:"((?:[^"]|"")*)"|([^,;\t"]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );
}

function reasonIn(error: ApiError): string {
  const { params } = error.details;
  const [reason] = typeof params === 'object' && params !== null ? Object.values(params) : [];
  return typeof reason === 'string' ? reason : error.message;
}
