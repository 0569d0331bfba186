import { type Command, type CommandContext, CommandError } from '../../../extension.ts';
import { wantPass } from '../crawler/crawler-state.ts';
import { gatherImages } from '../images/gather-images.ts';
import { imageFigures, imageSummary } from '../images/image-figures.ts';
import { lastAudit } from '../service/audit.ts';
import { clearNotices, listNotices } from '../service/notices.ts';
import { readSetting, type SettingName, settingOption, settingRows } from '../settings.ts';
import { connectCommand } from './connect-command.ts';
import { statsCommand } from './stats-command.ts';

/** Everything an owner does with the cache and what looks after it. */
export const cacheCommands: readonly Command[] = [
  {
    name: 'cache purge',
    summary: 'Let go of kept answers in every running server: all, or those that depend on tags such as post:7.',
    operands: ['tags?'],
    run: purge,
  },
  statsCommand,
  { name: 'cache crawl', summary: 'Have the running server warm the cache now.', run: crawlNow },
  {
    name: 'cache images',
    summary: 'Show how far the smaller pictures are.',
    flags: { scan: { help: 'Look through all pictures again for files without a job.' } },
    run: images,
  },
  connectCommand,
  {
    name: 'cache notices',
    summary: 'Show what the toolset has to tell you, and the last calls of the service.',
    flags: { clear: { help: 'Remove the notices.' } },
    run: notices,
  },
  { name: 'cache settings', summary: 'Show the settings of the cache toolset.', run: showSettings },
  { name: 'cache set', summary: 'Change a setting of the cache toolset.', operands: ['name', 'value'], run: set },
];

async function purge({ store, operands, print }: CommandContext): Promise<void> {
  const tags = (operands['tags'] ?? '').split(/[\s,]+/).filter((tag) => tag !== '');
  await (await store()).raise(tags.length > 0 ? new Set(tags) : 'everything');
  print(tags.length > 0 ? `Answers that depend on ${tags.join(', ')} are let go.` : 'All kept answers are let go.');
}

async function crawlNow({ store, print }: CommandContext): Promise<void> {
  await wantPass(await store());
  print('The running server begins within a few seconds. "platen cache stats" shows how far it is.');
}

async function images({ store, flags, print, clock }: CommandContext): Promise<void> {
  const open = await store();
  if (flags['scan'] !== undefined) print(`${await gatherImages(open, clock(), { all: true })} new jobs.`);
  for (const [name, value] of Object.entries({ ...(await imageFigures(open)), ...(await imageSummary(open)) }))
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
  for (const [name, { help }] of Object.entries(settingRows)) {
    const value = await readSetting(open, name as SettingName);
    const text = Array.isArray(value) ? value.join(', ') : typeof value === 'boolean' ? (value ? 'on' : 'off') : value;
    print(`${name.padEnd(18)} ${String(text) || '(not set)'}\n${' '.repeat(18)} ${help}`);
  }
}

async function set({ store, operands, print }: CommandContext): Promise<void> {
  const { name = '', value = '' } = operands;
  if (!Object.hasOwn(settingRows, name)) throw new CommandError(`There is no setting "${name}".`);
  if (settingRows[name as SettingName].read(value) === null)
    throw new CommandError(`"${value}" is no value for ${name}. ${settingRows[name as SettingName].help}`);
  await (await store()).options.set(settingOption(name as SettingName), value);
  print(`${name} is now ${value || '(not set)'}.`);
}
