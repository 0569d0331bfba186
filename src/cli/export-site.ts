import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { createLog } from '../app/log.ts';
import { openPages } from '../app/open-pages.ts';
import type { Config } from '../config/config.ts';
import { type Command, CommandError, defineCommand } from '../extension/command.ts';
import { errorCode } from '../lib/error-code.ts';
import { version } from '../lib/program-version.ts';
import { uploadsPath } from '../media/files/media-path.ts';
import { redirectOf, redirectsTable, type StoredRedirect } from '../site/redirects.ts';
import { createProgress } from '../transfer/progress.ts';
import {
  exportStaticSite,
  type StaticRedirect,
  type StaticReport,
} from '../transfer/static-site/export-static-site.ts';
import type { DynamicPart } from '../transfer/static-site/rewrite-page.ts';
import type { StaticAddresses } from '../transfer/static-site/static-address.ts';
import { FolderError } from '../transfer/static-site/static-files.ts';
import { recordCommand } from './run-command.ts';

/** Writes the public site as files for any web server. */
export const exportSiteCommand: Command = defineCommand({
  name: 'export site',
  summary: 'Write the pages, feeds, sitemap and pictures of the site as files; again, only what has changed.',
  operands: ['folder'],
  flags: {
    url: { value: 'URL', help: 'The address at which the files will be read. Default: the address of the site.' },
    server: {
      value: 'URL',
      help: 'The address of a running server, to which search, comments and forms lead. Without it, pages have none.',
    },
    all: { help: 'Make every page again, also those that have not changed.' },
  },
  run: async ({ operands, flags, config, print, store, site, clock }) => {
    if (!config.pages) throw new CommandError('PLATEN_PAGES is off, so that there are no pages to write.');
    const open = await store();
    const stored = await site(open);
    if (stored.permalinks === '')
      throw new CommandError(
        'Files cannot have addresses like /?p=7. Choose another permalink structure, such as --permalinks /%postname%/',
      );
    const server = flags.server === undefined ? null : givenUrl('--server', flags.server);
    const home = flags.url === undefined ? stored.url : givenUrl('--url', flags.url);
    if (server === home)
      throw new CommandError('--server is the address of the files. Name another one for them: --url');
    const addresses: StaticAddresses = { home, server };
    const own = exportedConfig(config, addresses);
    await recordCommand(open, clock(), 'exchange.export', { detail: { form: 'site' } });
    const pages = await openPages(own, { log: createLog('error'), clock });
    const progress = createProgress(process.stderr, clock);
    try {
      await pages.store.findForeignChanges();
      const rows = await pages.store.table(redirectsTable).find({});
      const report = await exportStaticSite(
        { addresses, page: pages.page, feed: pages.store.feed, redirects: rows.map(redirectOf).flatMap(asStatic) },
        {
          folder: resolve(operands.folder),
          madeWith: fingerprint(own, addresses),
          isWhole: flags.all !== undefined,
          progress: (done, found) => progress.show(done, found, `${done} of ${found} addresses`),
        },
      );
      progress.end();
      for (const line of reportLines(report, operands.folder, server)) print(line);
    } catch (error) {
      throw explained(error, operands.folder);
    } finally {
      progress.end();
      await pages.close();
    }
  },
});

/** Errors of the disk and the folder as one sentence; all others as they are. */
function explained(error: unknown, folder: string): unknown {
  const code = errorCode(error);
  if (error instanceof FolderError) return new CommandError(error.message, { cause: error });
  if (['ENOSPC', 'EDQUOT'].includes(code))
    return new CommandError(`There is no room left for ${folder}. Run it again when there is: it goes on from here.`, {
      cause: error,
    });
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(code))
    return new CommandError(`${folder} cannot be written to (${code}).`, { cause: error });
  return error;
}

function givenUrl(flag: string, text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new CommandError(`${flag} is an address such as https://www.example.org.`);
  return url.href.replace(/\/+$/, '');
}

/** Links lead to the files, uploads are among them, and the interface is at the server. */
const exportedConfig = (config: Config, { home, server }: StaticAddresses): Config => ({
  ...config,
  siteUrl: server ?? home,
  homeUrl: home,
  uploadsUrl: config.uploadsUrl || home + uploadsPath,
  throttle: false,
});

/** What pages depend on besides content. */
function fingerprint(config: Config, addresses: StaticAddresses): string {
  const { variant, theme, permalinks, uploadsUrl, extensions } = config;
  const named = extensions.map((one) => (typeof one === 'string' ? one : one.name));
  const facts = JSON.stringify([version, variant, theme, permalinks, uploadsUrl, named, addresses]);
  return createHash('sha256').update(facts).digest('base64url').slice(0, 24);
}

/** A page that is gone for good has no file, which says as much. */
function asStatic({ source, isPrefix, target, status }: StoredRedirect): StaticRedirect[] {
  if (status === 410) return [];
  const from = encodeURI(source);
  return [{ from: isPrefix ? `${from.replace(/\/$/, '')}/*` : from, to: target, status }];
}

const partNames: Readonly<Record<DynamicPart, string>> = {
  search: 'search forms',
  'comment form': 'comment forms',
  'password form': 'password forms',
  form: 'other forms',
  link: 'links to what needs a server, such as log-in',
};

function* reportLines(report: StaticReport, folder: string, server: string | null): Generator<string> {
  const { files, written, removed, rendered, broken, skipped, dynamic } = report;
  if (written.length === 0 && removed.length === 0) yield `Nothing has changed: ${folder} has ${files} files.`;
  else
    yield `${folder} has ${files} files: ${written.length} written, ${removed.length} removed; ${rendered} addresses looked at.`;
  for (const [part, pages] of dynamic) yield `  ${partNames[part]} on ${pages} pages: ${fateOf(part, server)}`;
  if (skipped.length > 0) yield `  No file can have these addresses: ${listed(skipped)}`;
  if (broken.length > 0) yield `  These links lead nowhere, on the served site too: ${listed(broken)}`;
}

function fateOf(part: DynamicPart, server: string | null): string {
  if (server === null) return part === 'link' ? 'text without a link' : 'left out (--server URL keeps them)';
  if (part === 'search') return `they ask ${server}/`;
  return part === 'link' ? `they lead to ${server}` : `a link to the page at ${server} instead`;
}

const mostListed = 10;

function listed(paths: readonly string[]): string {
  const more = paths.length - mostListed;
  return paths.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
