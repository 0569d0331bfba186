import { type Command, type CommandContext, createSiteSource } from '../../extension.ts';
import { listForms } from './form-store.ts';
import { inboxCommands } from './inbox/inbox-commands.ts';

/** What an owner does with forms at a terminal. */
export const formCommands: readonly Command[] = [
  { name: 'forms list', summary: 'List the forms.', run: list },
  {
    name: 'forms origins',
    summary: 'Show or set which other sites may send forms, parted by commas; * is any.',
    operands: ['origins?'],
    run: origins,
  },
  ...inboxCommands,
];

async function list({ store, config, clock, print }: CommandContext): Promise<void> {
  const open = await store();
  const site = await createSiteSource({
    url: config.siteUrl,
    fallbackUrl: `http://${config.host}:${config.port}`,
    permalinks: null,
    now: clock,
  })(open);
  const all = await listForms(open, { words: [], orderBy: 'id', direction: 'asc', limit: 1_000, offset: 0 }, site);
  for (const form of all) print(`${String(form.id).padStart(6)}  ${form.slug.padEnd(30)}  ${form.title}`);
}

async function origins({ store, operands, print }: CommandContext): Promise<void> {
  const { options } = await store();
  if (operands['origins'] !== undefined) await options.set('platen_form_origins', operands['origins']);
  print((await options.get('platen_form_origins')) || 'none');
}
