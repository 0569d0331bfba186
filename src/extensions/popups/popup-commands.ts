import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, type CommandContext, CommandError } from '../../extension.ts';
import { readDraft, readExport } from './popup-draft.ts';
import { countedStore, namedPopup } from './popup-operands.ts';
import { listPopups, type PopupDraft } from './popup-record.ts';
import { removePopup } from './popup-statistics.ts';
import { popupStatsCommands } from './popup-stats-commands.ts';
import { createPopup, updatePopup } from './write-popup.ts';

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
