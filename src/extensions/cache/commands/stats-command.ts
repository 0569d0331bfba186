import { type Command, type CommandContext, CommandError } from '../../../extension.ts';
import { crawlerEntry } from '../crawler/crawler-state.ts';
import { imageSummary } from '../images/image-metrics.ts';
import { pageQueueTable } from '../pages/page-queue.ts';
import { readState } from '../stored-state.ts';

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
    const metrics = await fetch(new URL('/metrics', url), { signal: AbortSignal.timeout(askTimeoutMs) });
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
