import { type Command, type CommandContext, CommandError } from '../../extension.ts';
import { crawlerEntry, wantPass } from './crawler-state.ts';
import { gatherImages } from './images/gather-images.ts';
import { imageMetrics, imageSummary } from './images/image-metrics.ts';
import { pageQueueTable } from './pages/page-queue.ts';
import { connectLocalNode } from './service/local-node.ts';
import { clearNotices, listNotices } from './service/notices.ts';
import { lastAudit } from './service/service-route.ts';
import { createServiceSecrets } from './service/service-secrets.ts';
import {
  isSettingName,
  readSetting,
  type SettingName,
  type Settings,
  settingNames,
  settingOption,
  settingRows,
} from './settings.ts';
import { readState } from './stored-state.ts';

/**
 * Connects the site to an optimisation service: the built-in one, through the public address, or another one by its
 * token.
 */
export const connectCommand: Command = {
  name: 'cache connect',
  summary: 'Run the handshake with the built-in node through the public address; every step is shown.',
  flags: {
    token: { help: 'Only open the handshake, with the token another service issued.', value: 'TOKEN' },
    url: { help: 'Address to call instead of the public one.', value: 'URL' },
  },
  run: async (context) => {
    const store = await context.store();
    const secrets = createServiceSecrets(() => context.secret('cache toolset'));
    const { token } = context.flags;
    if (token !== undefined) {
      if (!/^[A-Za-z0-9._-]{16,128}$/.test(token)) throw new CommandError('That is no token.');
      await secrets.openToken(store, token, context.clock());
      return context.print('The token is open for 15 minutes.');
    }
    const url = context.flags['url'] ?? (await context.site(store)).url;
    const steps = connectLocalNode({ url, store, secrets, clock: context.clock });
    for await (const { step, ok, message } of steps) {
      context.print(`${ok ? 'ok    ' : 'failed'}  ${step}${ok ? '' : `: ${message}`}`);
      if (!ok) throw new CommandError('The handshake broke off. The server must run and be reached at its address.');
    }
    context.print('The site is connected.');
  },
};

const askTimeoutMs = 5_000;

/** Cache statistics: the metrics of a running server, and the progress of the tools from the database. */
export const statsCommand: Command = {
  name: 'cache stats',
  summary: 'Show the metrics of a running server, and the progress of crawlers, pictures and pages.',
  flags: { url: { help: 'Address of the server; left out, the configured host and port.', value: 'URL' } },
  run: async (context) => {
    for (const line of await serverLines(context)) context.print(line);
    for (const line of await storedLines(context)) context.print(line);
  },
};

async function serverLines({ config, flags }: CommandContext): Promise<string[]> {
  const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host === '::' ? '[::1]' : config.host;
  const url = flags['url'] ?? `http://${host}:${config.port}`;
  try {
    const headers = config.metricsToken === '' ? {} : { authorization: `Bearer ${config.metricsToken}` };
    const metrics = await fetch(new URL('/metrics', url), { headers, signal: AbortSignal.timeout(askTimeoutMs) });
    if (metrics.status === 403) return [`${url} shows its metrics only with the token in PLATEN_METRICS_TOKEN.`];
    const text = metrics.ok ? await metrics.text() : '';
    const rows = [...text.matchAll(/^platen_cache_(\w+) ([\d.e+]+)$/gm)];
    return rows.map(([, name = '', value]) => `cache ${name.padEnd(14)} ${value}`);
  } catch (error) {
    if (flags['url'] === undefined) return [`No server answers at ${url}; its metrics are left out.`];
    throw new CommandError(`No server answers at ${url}.`, { cause: error });
  }
}

async function storedLines({ store }: CommandContext): Promise<string[]> {
  const open = await store();
  const { counts, endReason, passBeganMs, disabled, owner } = await readState(open, crawlerEntry);
  const letters = Object.entries(counts).map(([letter, count]) => `${letter} ${count}`);
  const began = passBeganMs > 0 ? `began ${new Date(passBeganMs).toISOString()}` : 'never ran';
  const pictures = Object.entries(await imageSummary(open)).map(([name, value]) => `${name} ${value}`);
  return [
    `crawler              ${[began, owner ? 'at work' : endReason, ...letters].filter((text) => text !== '').join(', ')}`,
    ...(disabled.length > 0 ? [`crawlers off         ${disabled.join(', ')}`] : []),
    `pictures             ${pictures.join(', ') || 'none yet'}`,
    `pages waiting        ${await open.table(pageQueueTable).count({})}`,
  ];
}

/** The commands for the cache and its tools. */
export const cacheCommands: readonly Command[] = [
  {
    name: 'cache purge',
    summary: 'Drop cached responses in every running server: all, or those that depend on tags such as post:7.',
    operands: ['tags?'],
    run: purge,
  },
  statsCommand,
  { name: 'cache crawl', summary: 'Have the running server warm the cache now.', run: crawlNow },
  {
    name: 'cache images',
    summary: 'Show the progress of making smaller pictures.',
    flags: { scan: { help: 'Go through all pictures again for files without a job.' } },
    run: images,
  },
  connectCommand,
  {
    name: 'cache notices',
    summary: 'Show the notices of the toolset and the last calls of the service.',
    flags: { clear: { help: 'Remove the notices.' } },
    run: notices,
  },
  { name: 'cache settings', summary: 'Show the settings of the cache toolset.', run: showSettings },
  { name: 'cache set', summary: 'Change a setting of the cache toolset.', operands: ['name', 'value'], run: set },
];

async function purge({ store, operands, print }: CommandContext): Promise<void> {
  const tags = (operands['tags'] ?? '').split(/[\s,]+/).filter((tag) => tag !== '');
  await (await store()).invalidateTags(tags.length > 0 ? new Set(tags) : 'everything');
  print(
    tags.length > 0 ? `Responses that depend on ${tags.join(', ')} are dropped.` : 'All cached responses are dropped.',
  );
}

async function crawlNow({ store, print }: CommandContext): Promise<void> {
  await wantPass(await store());
  print('The running server begins within a few seconds. "platen cache stats" shows how far it is.');
}

async function images({ store, flags, print, clock }: CommandContext): Promise<void> {
  const open = await store();
  if (flags['scan'] !== undefined) print(`${await gatherImages(open, clock(), { all: true })} new jobs.`);
  for (const [name, value] of Object.entries({ ...(await imageMetrics(open)), ...(await imageSummary(open)) }))
    print(`${name.padEnd(16)} ${value}`);
}

async function notices({ store, flags, print }: CommandContext): Promise<void> {
  const open = await store();
  if (flags['clear'] !== undefined) return print(`${await clearNotices(open)} removed.`);
  const when = (ms: number) => new Date(ms).toISOString();
  for (const { atMs, tone, text, times } of await listNotices(open))
    print(`${when(atMs)}  ${tone.padEnd(7)}  ${text}${times > 1 ? ` (${times} times)` : ''}`);
  for (const { atMs, address, route, noted } of await lastAudit(open, 20))
    print(`${when(atMs)}  called   ${route} from ${address}${noted === '' ? '' : `: ${noted}`}`);
}

async function showSettings({ store, print }: CommandContext): Promise<void> {
  const open = await store();
  for (const name of settingNames) {
    const text = settingText(await readSetting(open, name));
    print(`${name.padEnd(18)} ${text || '(not set)'}\n${' '.repeat(18)} ${settingRows[name].help}`);
  }
}

function settingText(value: Settings[SettingName]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? value.join(', ') : String(value);
}

async function set({ store, operands, print }: CommandContext): Promise<void> {
  const { name = '', value = '' } = operands;
  if (!isSettingName(name)) throw new CommandError(`There is no setting "${name}".`);
  const { read, help } = settingRows[name];
  if (read(value) === null) throw new CommandError(`"${value}" is no value for ${name}. ${help}`);
  await (await store()).options.set(settingOption(name), value);
  print(`${name} is now ${value || '(not set)'}.`);
}
