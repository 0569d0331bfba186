import {
  type Call,
  defineErrors,
  errors,
  type InputOf,
  isRecord,
  json,
  pagingReply,
  type Route,
  reply,
  route,
  type Store,
  s,
  storePostText,
  writing,
} from '../../extension.ts';
import type { PopupCounter } from './popup-counter.ts';
import { createPopup, findPopup, type Popup, type PopupDraft, popupsOnPage, updatePopup } from './popup-record.ts';
import {
  conversionRate,
  dailyCounts,
  dayAt,
  isDay,
  mostDays,
  type PopupStatistics,
  popupStatistics,
  resetPopup,
} from './popup-statistics.ts';
import { resets } from './popup-tables.ts';

const path = '/platen/v1/popups';
const item = `${path}/{id:digits}` as const;
const dayMs = 86_400_000;
const usualDays = 30;
const shownResets = 10;

/** Errors of the routes of popups for the admin page. */
export const popupAdminErrors = defineErrors({
  popups_not_found: { status: 404, message: () => 'There is no popup with this number.' },
});

const summaryMembers = {
  id: json.integer,
  name: json.string,
  status: json.string,
  is_enabled: json.boolean,
  opens: json.integer,
  conversions: json.integer,
  /** Conversions per hundred opens. */
  rate: { type: 'number' },
  total_opens: json.integer,
  total_conversions: json.integer,
  last_open: json.orNull(json.dateTime),
  last_conversion: json.orNull(json.dateTime),
};

const detailSchema = json.object({
  ...summaryMembers,
  title: json.string,
  content: json.string,
  settings: { type: 'object' },
  from: json.string,
  to: json.string,
  days: json.listOf(json.object({ day: json.string, opens: json.integer, conversions: json.integer })),
  resets: json.listOf(json.object({ at: json.dateTime, opens: json.integer, conversions: json.integer })),
});

const day = (description: string) =>
  s.string({ description, check: (text: string) => (isDay(text) ? null : 'Write the day as YYYY-MM-DD.') });

const dayArguments = {
  from: day('First day, in UTC; a month ago unless given.'),
  to: day('Last day, in UTC; today unless given.'),
};

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The popups and their statistics. `counter` is null where events are not counted. */
export function popupRoutes(counter: Pick<PopupCounter, 'fold'> | null): readonly Route[] {
  return [
    route({
      method: 'GET',
      path,
      summary: 'List popups with how often they were opened and led somewhere.',
      args: {
        page: s.integer({ description: 'Page of the list.', minimum: 1, default: 1 }),
        per_page: s.integer({ description: 'How many popups a page holds.', minimum: 1, maximum: 100, default: 20 }),
      },
      permit,
      response: { schema: json.listOf(json.object(summaryMembers)) },
      shareable: false,
      handle: async (input, call) => {
        await counter?.fold();
        const { page, per_page: perPage } = input;
        const { popups, total } = await popupsOnPage(call.store, { limit: perPage, offset: (page - 1) * perPage });
        const statistics = await popupStatistics(
          call.store,
          popups.map(({ id }) => id),
        );
        const shown = popups.map((popup, index) => summary(popup, statistics[index]!));
        return reply(shown, pagingReply({ total, perPage, page, path, input }, call));
      },
    }),
    route({
      method: 'GET',
      path: item,
      summary: 'Show a popup with its counts for each day, at most a year.',
      args: dayArguments,
      permit,
      item: ({ id }) => storedPopup(id),
      response: { schema: detailSchema },
      shareable: false,
      handle: async ({ id, ...days }, call) => {
        await counter?.fold();
        return reply(await details(await popupAt(id, call), days, call));
      },
    }),
    route({
      method: 'POST',
      path,
      summary: 'Make a popup.',
      args: { ...popupArguments, name: { ...popupArguments.name, required: true } },
      permit,
      response: { schema: detailSchema, status: 201 },
      undoable: true,
      handle: async ({ name = '', ...input }, call) => {
        const draft = { name, status: 'draft', ...draftOf(input) };
        const id = await createPopup(call.store, call.site, draft, call.now);
        return reply(await details(await popupAt(id, call), {}, call), { status: 201 });
      },
    }),
    route({
      method: writing,
      path: item,
      summary: 'Change a popup: what it says, when it opens, whether visitors see it.',
      args: popupArguments,
      permit,
      item: ({ id }) => storedPopup(id),
      response: { schema: detailSchema },
      undoable: true,
      handle: async ({ id, ...input }, call) => {
        await popupAt(id, call);
        await updatePopup(call.store, call.site, id, draftOf(input), call.now);
        return reply(await details(await popupAt(id, call), {}, call));
      },
    }),
    route({
      method: 'POST',
      path: `${item}/reset`,
      summary: 'Set the counts of a popup back to zero; its lifetime counts stay.',
      permit,
      response: { schema: detailSchema },
      handle: async ({ id }, call) => {
        const popup = await popupAt(id, call);
        await counter?.fold();
        await resetPopup(call.store, id, call.now);
        return reply(await details(popup, {}, call));
      },
    }),
  ];
}

/** Popups follow the rights for pages. */
function permit(_input: unknown, { caller }: Call): void {
  if (!caller.can('publish_pages')) throw errors.rest_forbidden();
}

async function popupAt(id: number, { store }: Call): Promise<Popup> {
  const popup = await findPopup(store, id);
  if (!popup) throw popupAdminErrors.popups_not_found();
  return popup;
}

async function details(popup: Popup, given: Days, { store, now }: Call) {
  const to = given.to ?? dayAt(now);
  const from = given.from ?? dayAt(Date.parse(to) - (usualDays - 1) * dayMs);
  refuseLongTimes(from, to);
  const [statistics] = await popupStatistics(store, [popup.id]);
  const past = await store
    .table(resets)
    .find({ popup: popup.id }, { by: 'id', direction: 'desc' }, { limit: shownResets, offset: 0 });
  return {
    ...summary(popup, statistics!),
    title: popup.title,
    content: popup.content,
    settings: popup.settings,
    from,
    to,
    days: await dailyCounts(store, popup.id, from, to),
    resets: past.map(({ atMs, opens, conversions }) => ({ at: moment(atMs), opens, conversions })),
  };
}

function refuseLongTimes(from: string, to: string): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days >= 1 && days <= mostDays) return;
  const params = { from: `Between 1 and ${mostDays} days can be shown.` };
  throw errors.rest_invalid_param({ params }, { details: { params } });
}

function summary({ id, name, status, enabled }: Popup, counts: PopupStatistics) {
  return {
    id,
    name,
    status,
    is_enabled: enabled,
    opens: counts.opens,
    conversions: counts.conversions,
    rate: Number(conversionRate(counts)),
    total_opens: counts.totalOpens,
    total_conversions: counts.totalConversions,
    last_open: counts.lastOpenMs > 0 ? moment(counts.lastOpenMs) : null,
    last_conversion: counts.lastConversionMs > 0 ? moment(counts.lastConversionMs) : null,
  };
}

const moment = (ms: number) => new Date(ms).toISOString().slice(0, 19);

const longestName = 200;
const longestContent = 100_000;
const longestSettings = 20_000;

const text = (description: string, most: number) =>
  s.string({
    description,
    check: (sent: string) => (sent.length > most ? `Write at most ${most.toLocaleString('en')} characters.` : null),
  });

/** What can be written of a popup. */
export const popupArguments = {
  is_enabled: s.boolean({ description: 'Whether visitors see it.' }),
  name: s.string({
    description: 'What administrators call it.',
    check: (sent: string) =>
      sent.trim() === '' || sent.length > longestName ? `A name has 1 to ${longestName} characters.` : null,
  }),
  title: text('Heading that visitors see.', longestName),
  content: text('Text that visitors see, as HTML; scripts are removed.', longestContent),
  status: s.string({ description: 'Only published ones are shown.', enum: ['publish', 'draft', 'private'] }),
  settings: s.object({
    description: 'When and where it opens, and how it looks: triggers, cookies, conditions and more.',
    check: settingsProblem,
  }),
};

type PopupInput = Partial<InputOf<typeof popupArguments>>;

/** What was sent, as it is stored. */
export function draftOf({ is_enabled: enabled, name, title, content, status, settings }: PopupInput): PopupDraft {
  return {
    ...(enabled === undefined ? {} : { enabled }),
    ...(name === undefined ? {} : { name }),
    ...(title === undefined ? {} : { title }),
    ...(content === undefined ? {} : { content: storePostText(content, { unfiltered: false }) }),
    ...(status === undefined ? {} : { status }),
    ...(settings === undefined ? {} : { settings }),
  };
}

const triggerTypes = ['delay', 'click', 'form'];

/** Why the script on the page could not use the settings; null if it can. */
function settingsProblem(settings: Readonly<Record<string, unknown>>): string | null {
  if (JSON.stringify(settings).length > longestSettings) return 'The settings are too long.';
  const { triggers = [], cookies = [], conditions = [] } = settings;
  const isList = (value: unknown): value is unknown[] => Array.isArray(value);
  const areTriggers =
    isList(triggers) && triggers.every((one) => isRecord(one) && triggerTypes.includes(String(one['type'])));
  if (!areTriggers) return `triggers is a list of objects whose type is one of: ${triggerTypes.join(', ')}.`;
  if (!isList(cookies) || !cookies.every((one) => isRecord(one) && /^[\w-]{1,100}$/.test(String(one['name']))))
    return 'cookies is a list of objects with a name of letters, digits, - and _.';
  if (!isList(conditions) || !conditions.every((group) => isList(group) && group.every(isRecord)))
    return 'conditions is a list of lists of objects.';
  return null;
}

/** A popup that is read and saved under conditions. */
export function storedPopup(id: number) {
  return {
    hold: (store: Store) => store.hold('post', id),
    async state(store: Store) {
      const popup = await findPopup(store, id);
      return popup && { stored: popup, modifiedMs: null };
    },
  };
}
