import { type Command, type CommandContext, CommandError } from '../../../extension.ts';
import { wantPass } from '../crawler/crawler-state.ts';
import { gatherImages } from '../images/gather-images.ts';
import { imageMetrics, imageSummary } from '../images/image-metrics.ts';
import { lastAudit } from '../service/audit.ts';
import { clearNotices, listNotices } from '../service/notices.ts';
import {
  isSettingName,
  readSetting,
  type SettingName,
  type Settings,
  settingNames,
  settingOption,
  settingRows,
} from '../settings.ts';
import { connectCommand } from './connect-command.ts';
import { statsCommand } from './stats-command.ts';

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
  await (await store()).raise(tags.length > 0 ? new Set(tags) : 'everything');
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
