import { type Command, type CommandContext, CommandError, csvLineEnd, csvRecord, type Store } from '../../extension.ts';
import { countedStore, namedPopup } from './popup-operands.ts';
import { listPopups, type Popup } from './popup-record.ts';
import { conversionRate, popupStatistics, resetPopup, statisticsBetween } from './popup-statistics.ts';

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
