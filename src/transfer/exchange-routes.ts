import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Call } from '../api/call.ts';
import { reply, replyAs } from '../api/reply.ts';
import type { RouteModule } from '../api/routing/registry.ts';
import { route } from '../api/routing/route.ts';
import { defineErrors, errors } from '../lib/errors.ts';
import { json } from '../lib/schema/json-schema.ts';
import { s } from '../lib/schema/schema.ts';
import { coversEverything } from '../rules/capabilities.ts';
import { requireWhole } from '../wp/users/account-owner.ts';
import type { ExchangeJobs, NewExchange } from './exchange-jobs.ts';
import {
  bringsIn,
  type ExchangeChoices,
  type ExchangeJobRow,
  exchangeJobsTable,
  exchangeKinds,
  exchangeStates,
  isOfSite,
  type SiteExchangeKind,
} from './exchange-table.ts';

const path = '/platen/v1/exchange';
const item = `${path}/{id:digits}` as const;
const shownJobs = 20;
const mostPairs = 20;
const mostBytes = 4 * 1024 ** 3;

/** Errors of imports and exports. */
export const exchangeErrors = defineErrors({
  exchange_not_found: { status: 404, message: () => 'There is no import or export with this number.' },
  exchange_busy: { status: 409, message: () => 'Another import or export is under way. Wait for it, or cancel it.' },
  exchange_no_file: { status: 400, message: () => 'Send the export file as the body of the request.' },
  exchange_too_large: { status: 413, message: () => 'The file is too large; use "platen import" on the server.' },
  exchange_no_result: { status: 404, message: () => 'There is no file of it on this machine.' },
  exchange_not_replaced: {
    status: 400,
    message: () => 'An archive replaces the whole site. Send replace=true if that is meant, or dry_run=true to try it.',
  },
  exchange_running: { status: 409, message: () => 'It is under way; cancel it first.' },
});

const count = json.integer;
const jobSchema = json.object({
  id: json.integer,
  kind: json.words(...exchangeKinds),
  state: json.words(...exchangeStates),
  file_name: json.string,
  has_file: json.boolean,
  is_dry_run: json.boolean,
  fetches_files: json.boolean,
  is_cancelled: json.boolean,
  progress: json.object({ done: count, all: json.orNull(count), items: count, files: count }),
  report: json.orNull(
    json.object({
      rows: json.listOf(
        json.object({
          kind: json.string,
          of: json.string,
          in_file: count,
          imported: count,
          present: count,
          changed: count,
          refused: count,
        }),
      ),
      notes: json.listOf(json.string),
      more_notes: count,
    }),
  ),
  error: json.string,
  user: json.integer,
  created: json.dateTime,
  ended: json.orNull(json.dateTime),
  attempts: count,
});

type WantedExchange = Omit<NewExchange, 'userId' | 'address'>;

/** `platen/v1/exchange`: imports and exports as jobs that everybody who may can follow. */
export function exchangeRoutes(jobs: ExchangeJobs): RouteModule {
  const may = (capability: 'import' | 'export') => (_input: unknown, call: Call) => {
    if (!call.caller.can(capability)) throw errors.rest_forbidden();
  };
  const mayFollow = may('export');
  /** A file has drafts, comments and accounts with their addresses. */
  const mayExport = (_input: unknown, { caller }: Call) => {
    if (!caller.can('export') || !coversEverything(caller)) throw errors.rest_forbidden();
  };
  /** An archive holds what only administrators may see, such as the hashes of passwords and the keys of the site. */
  const requireArchives = (call: Call) => {
    if (!call.caller.can('manage_options')) throw errors.rest_forbidden();
    requireWhole(call);
  };
  /** An import makes accounts, and publishes texts of others as they are. */
  const mayImport = (_input: unknown, { caller }: Call) => {
    const needed = ['import', 'create_users', 'edit_others_posts', 'publish_posts', 'unfiltered_html'];
    if (!needed.every((capability) => caller.can(capability))) throw errors.rest_forbidden();
  };
  const begin = async (job: WantedExchange, call: Call) => {
    const id = await jobs.begin({ ...job, userId: call.caller.userId, address: call.request.remoteAddress });
    if (id === null) throw exchangeErrors.exchange_busy();
    return reply(view(await jobAt(id, call)), { status: 202 });
  };
  /** The same with a file that came in, which is of no use if the job cannot begin. */
  const beginWith = async (job: WantedExchange, call: Call) => {
    try {
      return await begin(job, call);
    } catch (error) {
      await rm(await jobs.pathOf(job), { force: true });
      throw error;
    }
  };
  /** An archive replaces accounts and settings as well. */
  const mayRestore = (input: unknown, call: Call) => {
    mayImport(input, call);
    requireArchives(call);
  };
  return {
    routes: [
      route({
        method: 'GET',
        path,
        summary: 'List the latest imports and exports.',
        permit: mayFollow,
        response: { schema: json.listOf(jobSchema) },
        shareable: false,
        handle: async (_input, { store }) => {
          const rows = await store
            .table(exchangeJobsTable)
            .find({ kind: { in: exchangeKinds } }, { by: 'id', direction: 'desc' }, { limit: shownJobs, offset: 0 });
          return reply(rows.filter(isOfSite).map(view));
        },
      }),
      route({
        method: 'POST',
        path: `${path}/imports`,
        summary: 'Import the export file in the body, or say what would come in.',
        args: {
          name: s.string({ description: 'Name of the file.', default: 'export.xml' }),
          dry_run: s.boolean({ description: 'Import into a copy that is removed afterwards.', default: false }),
          fetch_files: s.boolean({ description: 'Fetch files from the old site.', default: true }),
          author: s.string({
            description: 'Login of the author of everything; those of the file if empty.',
            default: '',
          }),
          rewrite_links: s.string({
            description: 'Addresses to replace in everything that comes in: OLD=NEW, several separated by commas.',
            default: '',
            check: (text: string) => (pairsIn(text) ? null : 'rewrite_links wants OLD=NEW pairs.'),
          }),
        },
        permit: mayImport,
        body: 'files',
        response: { schema: jobSchema, status: 202 },
        handle: async ({ name, dry_run: isDry, fetch_files: fetchesFiles, author, rewrite_links: links }, call) => {
          if (author !== '' && !(await call.store.users.byLogin(author))) throw unknownAuthor();
          const stored = await receive(call, jobs, looksLikeExport);
          const job = { kind: 'import', fileName: name.slice(0, 200), stored } as const;
          const options: ExchangeChoices = { isDry, fetchesFiles, author, rewriteLinks: pairsIn(links) ?? [] };
          return beginWith({ ...job, options }, call);
        },
      }),
      route({
        method: 'POST',
        path: `${path}/restores`,
        summary: 'Replace the whole site by the archive in the body, or say what would come in.',
        args: {
          name: s.string({ description: 'Name of the file.', default: 'archive.tar.gz' }),
          dry_run: s.boolean({ description: 'Only read the archive to its end.', default: false }),
          replace: s.boolean({
            description: 'Must be true for anything but a dry run: nothing of the present site is left.',
            default: false,
          }),
        },
        permit: mayRestore,
        body: 'files',
        response: { schema: jobSchema, status: 202 },
        handle: async ({ name, dry_run: isDry, replace }, call) => {
          if (!isDry && !replace) throw exchangeErrors.exchange_not_replaced();
          const stored = await receive(call, jobs, isPacked);
          const job = { kind: 'restore', fileName: name.slice(0, 200), stored } as const;
          const options: ExchangeChoices = { isDry, fetchesFiles: false, author: '' };
          return beginWith({ ...job, options }, call);
        },
      }),
      route({
        method: 'POST',
        path: `${path}/exports`,
        summary: 'Write an export file, or an archive of the whole site.',
        args: {
          format: s.string({
            description: 'A file for any such site, or everything.',
            enum: ['wxr', 'archive'],
            default: 'wxr',
          }),
        },
        permit: mayExport,
        response: { schema: jobSchema, status: 202 },
        handle: async ({ format }, call) => {
          if (format === 'archive') requireArchives(call);
          const { stored } = await jobs.newFile();
          const day = new Date(call.now).toISOString().slice(0, 10);
          const fileName = format === 'wxr' ? `export-${day}.xml` : `archive-${day}.tar.gz`;
          const options = { isDry: false, fetchesFiles: false, author: '' };
          const kind = format === 'wxr' ? 'export' : 'archive';
          return begin({ kind, fileName, stored, options }, call);
        },
      }),
      route({
        method: 'GET',
        path: item,
        summary: 'Show how far an import or export is, and its report.',
        permit: mayFollow,
        response: { schema: jobSchema },
        shareable: false,
        handle: async ({ id }, call) => reply(view(await jobAt(id, call))),
      }),
      route({
        method: 'POST',
        path: `${item}/cancel`,
        summary: 'Stop an import or export. What an import has brought in whole stays.',
        permit: mayFollow,
        response: { schema: jobSchema },
        handle: async ({ id }, call) => {
          await jobAt(id, call);
          await jobs.cancel(id);
          return reply(view(await jobAt(id, call)));
        },
      }),
      route({
        method: 'DELETE',
        path: item,
        summary: 'Forget an import or export that has ended, with its file.',
        permit: mayFollow,
        response: { schema: json.object({ deleted: json.words(true) }) },
        handle: async ({ id }, call) => {
          if (!hasEnded(await jobAt(id, call))) throw exchangeErrors.exchange_running();
          await jobs.remove(id);
          return reply({ deleted: true });
        },
      }),
      route({
        method: 'GET',
        path: `${item}/file`,
        summary: 'Download what an export wrote.',
        response: { type: 'application/octet-stream' },
        permit: mayExport,
        shareable: false,
        handle: async ({ id }, call) => {
          const job = await jobAt(id, call);
          if (job.kind === 'archive') requireArchives(call);
          const file = await jobs.pathOf(job);
          const facts = job.state === 'done' && job.stored ? await stat(file).catch(() => null) : null;
          if (bringsIn(job.kind) || !facts) throw exchangeErrors.exchange_no_result();
          return replyAs('application/octet-stream', createReadStream(file), {
            headers: {
              'Content-Disposition': `attachment; filename="${job.fileName}"`,
              'Cache-Control': 'no-store',
              'X-Content-Type-Options': 'nosniff',
            },
          });
        },
      }),
    ],
  };
}

/** Streams the body to a file of its own; returns the name of that file. */
async function receive({ request }: Call, jobs: ExchangeJobs, fits: (first: Buffer) => boolean): Promise<string> {
  const body = await request.body(async ({ stream }) => void stream.resume());
  if (body.kind !== 'raw') throw exchangeErrors.exchange_no_file();
  const { path: file, stored } = await jobs.newFile();
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const isFirst = bytes === 0;
      bytes += chunk.length;
      if (bytes > mostBytes) done(exchangeErrors.exchange_too_large());
      else if (isFirst && !fits(chunk)) done(exchangeErrors.exchange_no_file());
      else done(null, chunk);
    },
  });
  try {
    await pipeline(body.stream, counting, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    if (bytes === 0) throw exchangeErrors.exchange_no_file();
    return stored;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

const isPacked = (chunk: Buffer): boolean => chunk[0] === 0x1f;

/** The pairs in OLD=NEW,…; null where one is none. */
function pairsIn(text: string): readonly (readonly [from: string, to: string])[] | null {
  const pairs = text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => /^\s*([^=]+?)\s*=\s*(\S.*?)\s*$/.exec(pair));
  const read = pairs.flatMap((pair) => (pair?.[1] && pair[2] ? [[pair[1], pair[2]] as const] : []));
  return read.length === pairs.length && read.length <= mostPairs ? read : null;
}

/** XML or something packed; whether it is an export file is found when it is read. */
function looksLikeExport(chunk: Buffer): boolean {
  if (isPacked(chunk)) return true;
  return chunk
    .subarray(0, 200)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .startsWith('<');
}

type SiteJobRow = ExchangeJobRow & { readonly kind: SiteExchangeKind };

async function jobAt(id: number, { store }: Call): Promise<SiteJobRow> {
  const [job] = await store.table(exchangeJobsTable).find({ id });
  if (!job || !isOfSite(job)) throw exchangeErrors.exchange_not_found();
  return job;
}

const hasEnded = ({ state }: ExchangeJobRow) => state !== 'queued' && state !== 'running';

function unknownAuthor() {
  const params = { author: 'There is no user with this login.' };
  return errors.rest_invalid_param({ params }, { details: { params } });
}

const moment = (ms: number) => new Date(ms).toISOString().slice(0, 19);

function view(job: SiteJobRow) {
  const { report } = job;
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    file_name: job.fileName,
    has_file: !bringsIn(job.kind) && job.state === 'done' && job.stored !== '',
    is_dry_run: job.options.isDry,
    fetches_files: job.options.fetchesFiles,
    is_cancelled: job.isCancelWanted !== 0,
    progress: job.progress,
    report: report && {
      rows: report.rows.map(({ inFile, ...row }) => ({ ...row, in_file: inFile })),
      notes: report.notes,
      more_notes: report.more,
    },
    error: job.error,
    user: job.userId,
    created: moment(job.createdMs),
    ended: job.endedMs > 0 ? moment(job.endedMs) : null,
    attempts: job.attempts,
  };
}
