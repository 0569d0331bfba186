import { type Command, type CommandContext, retryMailNow, waitingMail } from '../../extension.ts';
import { inboxCommands } from './inbox/inbox-commands.ts';
import { listForms } from './model/form-store.ts';

/** The commands for forms. */
export const formCommands: readonly Command[] = [
  { name: 'forms list', summary: 'List the forms.', run: list },
  {
    name: 'forms origins',
    summary: 'Show or set which other sites may send forms, parted by commas; * is any.',
    operands: ['origins?'],
    run: origins,
  },
  { name: 'forms outbox', summary: 'List the mails that have not arrived yet.', run: outbox },
  { name: 'forms send-now', summary: 'Try every waiting mail at once, when the mail server is back.', run: sendNow },
  ...inboxCommands,
];

async function list({ store, site, print }: CommandContext): Promise<void> {
  const open = await store();
  const all = await listForms(
    open,
    { words: [], orderBy: 'id', direction: 'asc', limit: 1_000, offset: 0 },
    await site(open),
  );
  for (const form of all) print(`${String(form.id).padStart(6)}  ${form.slug.padEnd(30)}  ${form.title}`);
}

async function origins({ store, operands, print }: CommandContext): Promise<void> {
  const { options } = await store();
  if (operands['origins'] !== undefined) await options.set('platen_form_origins', operands['origins']);
  print((await options.get('platen_form_origins')) || 'none');
}

async function outbox({ store, print }: CommandContext): Promise<void> {
  for (const job of await waitingMail(await store())) {
    const due = job.state === 'pending' ? new Date(job.dueMs).toISOString().slice(0, 16).replace('T', ' ') : '';
    print(
      `${String(job.id).padStart(6)}  ${job.state.padEnd(7)}  ${due.padEnd(16)}  ${job.message?.subject ?? ''}  ${job.lastError}`,
    );
  }
}

async function sendNow({ store, clock, print }: CommandContext): Promise<void> {
  print(`${await retryMailNow(await store(), clock())} waiting.`);
}
