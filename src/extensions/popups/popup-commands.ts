import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type Command,
  type CommandContext,
  CommandError,
  csvLineEnd,
  csvRecord,
  isRecord,
  parseJson,
  parseJsonRecord,
  type Store,
  storePostText,
} from '../../extension.ts';
import { openPopupCounter } from './popup-counter.ts';
import { createPopup, findPopup, listPopups, type Popup, type PopupDraft, updatePopup } from './popup-record.ts';
import { conversionRate, popupStatistics, removePopup, resetPopup, statisticsBetween } from './popup-statistics.ts';

/** The commands that show and reset statistics. */
export const popupStatsCommands: readonly Command[] = [
  {
    name: 'popups stats',
    summary: 'Show how often popups were opened and led somewhere.',
    operands: ['id?'],
    flags: {
      from: { help: 'First day counted, YYYY-MM-DD.', value: 'DAY' },
      to: { help: 'Last day counted, YYYY-MM-DD.', value: 'DAY' },
      format: { help: 'table, json or csv.', value: 'FORMAT' },
    },
    run: stats,
  },
  {
    name: 'popups reset',
    summary: 'Set the statistics of a popup back to zero; lifetime statistics stay.',
    operands: ['id'],
    run: reset,
  },
];

async function stats(context: CommandContext): Promise<void> {
  const format = formats.get(context.flags['format'] ?? 'table');
  if (!format) throw new CommandError(`The format is one of ${[...formats.keys()].join(', ')}.`);
  const store = await countedStore(context);
  const popups = context.operands['id'] === undefined ? await listPopups(store) : [await namedPopup(context)];
  context.print(format(await statRows(store, popups, context)));
}

type StatRow = Awaited<ReturnType<typeof statRows>>[number];

const formats: ReadonlyMap<string, (rows: readonly StatRow[]) => string> = new Map([
  ['table', (rows: readonly StatRow[]) => rows.map(tableLine).join('\n')],
  ['json', (rows: readonly StatRow[]) => JSON.stringify(rows, null, 2)],
  ['csv', toCsv],
]);

function tableLine({ id, name, opens, conversions, rate }: StatRow): string {
  const columns = [
    String(id).padStart(6),
    `${opens} opens`.padStart(16),
    `${conversions} conversions`.padStart(22),
    `${rate} %`.padStart(9),
  ];
  return `${columns.join('  ')}  ${name}`;
}

async function statRows(store: Store, popups: readonly Popup[], { flags }: CommandContext) {
  const [from, to] = [flags['from'], flags['to']].map((day) => {
    if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day))
      throw new CommandError(`"${day}" is no day; write YYYY-MM-DD.`);
    return day;
  });
  const statistics = await popupStatistics(
    store,
    popups.map((popup) => popup.id),
  );
  return Promise.all(
    popups.map(async ({ id, name }, index) => {
      const all = statistics[index]!;
      const { opens, conversions } =
        from === undefined && to === undefined
          ? all
          : await statisticsBetween(store, id, from ?? '0000-00-00', to ?? '9999-99-99');
      return {
        id,
        name,
        opens,
        conversions,
        rate: conversionRate({ opens, conversions }),
        totalOpens: all.totalOpens,
        totalConversions: all.totalConversions,
        lastOpen: moment(all.lastOpenMs),
        lastConversion: moment(all.lastConversionMs),
      };
    }),
  );
}

async function reset(context: CommandContext): Promise<void> {
  const popup = await namedPopup(context);
  await resetPopup(await countedStore(context), popup.id, context.clock());
}

const moment = (ms: number) => (ms > 0 ? new Date(ms).toISOString() : '');

function toCsv(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const columns = Object.keys(rows[0] ?? { id: 0 });
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map(csvRecord).join(csvLineEnd);
}

/** The popup that the command line names. */
export async function namedPopup({ operands, store }: CommandContext): Promise<Popup> {
  const id = Number(operands['id']);
  const popup = Number.isSafeInteger(id) && id > 0 ? await findPopup(await store(), id) : null;
  if (!popup) throw new CommandError(`There is no popup ${operands['id'] ?? ''}.`);
  return popup;
}

/** The store, after counting every event acknowledged so far, by running servers and by dead ones. */
export async function countedStore({ store, config }: CommandContext): Promise<Store> {
  const open = await store();
  const counter = await openPopupCounter(join(resolve(config.dataDir), 'popups'), open);
  await counter.close();
  return open;
}

/** The commands for popups. */
export const popupCommands: readonly Command[] = [
  { name: 'popups list', summary: 'List the popups.', run: list },
  { name: 'popups show', summary: 'Show a popup as JSON.', operands: ['id'], run: show },
  {
    name: 'popups create',
    summary: 'Make a popup.',
    operands: ['name'],
    flags: draftFlags(),
    run: create,
  },
  {
    name: 'popups update',
    summary: 'Change a popup.',
    operands: ['id'],
    flags: { name: { help: 'New name.', value: 'TEXT' }, ...draftFlags() },
    run: update,
  },
  {
    name: 'popups enable',
    summary: 'Show a popup again.',
    operands: ['id'],
    run: (context) => change(context, { enabled: true }),
  },
  {
    name: 'popups disable',
    summary: 'Stop showing a popup.',
    operands: ['id'],
    run: (context) => change(context, { enabled: false }),
  },
  { name: 'popups delete', summary: 'Remove a popup and its statistics.', operands: ['id'], run: remove },
  { name: 'popups export', summary: 'Write all popups as JSON.', run: exportAll },
  { name: 'popups import', summary: 'Make popups from a file that export wrote.', operands: ['file'], run: importAll },
  ...popupStatsCommands,
];

function draftFlags() {
  return {
    title: { help: 'Heading visitors see.', value: 'TEXT' },
    content: { help: 'Text visitors see, as HTML.', value: 'HTML' },
    status: { help: 'publish or draft.', value: 'STATUS' },
    settings: { help: 'Triggers, cookies, conditions and looks, as JSON.', value: 'JSON' },
  } as const;
}

async function list({ store, print }: CommandContext): Promise<void> {
  for (const popup of await listPopups(await store())) {
    print(`${String(popup.id).padStart(6)}  ${popup.status.padEnd(8)} ${popup.enabled ? 'on ' : 'off'}  ${popup.name}`);
  }
}

async function show(context: CommandContext): Promise<void> {
  context.print(JSON.stringify(await namedPopup(context), null, 2));
}

async function create(context: CommandContext): Promise<void> {
  const store = await context.store();
  const draft = { ...readDraft(context), name: context.operands['name'] ?? '' };
  if (draft.name.trim() === '') throw new CommandError('A popup needs a name.');
  const id = await createPopup(store, await context.site(store), draft, context.clock());
  context.print(String(id));
}

async function update(context: CommandContext): Promise<void> {
  const { name } = context.flags;
  await change(context, { ...readDraft(context), ...(name === undefined ? {} : { name }) });
}

async function change(context: CommandContext, draft: PopupDraft): Promise<void> {
  const popup = await namedPopup(context);
  const store = await context.store();
  await updatePopup(store, await context.site(store), popup.id, draft, context.clock());
}

async function remove(context: CommandContext): Promise<void> {
  const popup = await namedPopup(context);
  await countedStore(context);
  await removePopup(await context.store(), popup.id);
}

async function exportAll({ store, print }: CommandContext): Promise<void> {
  print(JSON.stringify(await listPopups(await store()), null, 2));
}

async function importAll(context: CommandContext): Promise<void> {
  const store = await context.store();
  const site = await context.site(store);
  const drafts = readExport(await readFile(resolve(context.operands['file'] ?? ''), 'utf8').catch(() => ''));
  for (const draft of drafts) await createPopup(store, site, draft, context.clock());
  context.print(`${drafts.length} made.`);
}

/** The popup data in the flags of a command. */
export function readDraft({ flags }: Pick<CommandContext, 'flags'>): PopupDraft {
  const { title, content, status, settings } = flags;
  if (status !== undefined && !['publish', 'draft', 'private'].includes(status))
    throw new CommandError('The status is publish, draft or private.');
  return {
    ...(title === undefined ? {} : { title }),
    ...(content === undefined ? {} : { content: storePostText(content, { unfiltered: false }) }),
    ...(status === undefined ? {} : { status }),
    ...(settings === undefined ? {} : { settings: readSettings(settings) }),
  };
}

function readSettings(text: string): Readonly<Record<string, unknown>> {
  const settings = parseJsonRecord(text);
  if (!settings) throw new CommandError('The settings are no JSON object.');
  return settings;
}

/** The popups of a file that `popups export` wrote. */
export function readExport(text: string): (PopupDraft & { name: string })[] {
  const list = parseJson(text);
  if (!Array.isArray(list)) throw new CommandError('The file holds no list of popups.');
  return list.map((entry: unknown) => importedDraft(isRecord(entry) ? entry : {}));
}

function importedDraft(entry: Readonly<Record<string, unknown>>): PopupDraft & { name: string } {
  const { name, title, content, status, enabled, settings } = entry;
  return {
    name: String(name ?? 'Popup'),
    title: String(title ?? ''),
    content: storePostText(String(content ?? ''), { unfiltered: false }),
    status: status === 'publish' ? 'publish' : 'draft',
    enabled: enabled !== false,
    settings: isRecord(settings) ? settings : {},
  };
}
