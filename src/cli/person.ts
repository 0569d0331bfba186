import { copyFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, type CommandContext, CommandError, defineCommand } from '../extension/command.ts';
import { createPlaten, type Platen } from '../index.ts';
import { ApiError } from '../lib/errors.ts';
import { findPerson } from '../wp/privacy/find-person.ts';
import type { PersonRequest } from '../wp/privacy/person-requests.ts';
import { refuseErasure } from '../wp/privacy/person-routes.ts';
import type { ErasureChoices, Person, PersonAction, PlanRow } from '../wp/privacy/person-table.ts';
import { planErasure } from '../wp/privacy/plan-erasure.ts';
import { userNamed } from './user.ts';

const reason = { value: 'TEXT', help: 'Why, for the record.' } as const;
const nobody: ErasureChoices = { reassign: 0, uploads: 'reassign' };

/** The data of people from the terminal: the same jobs that requests start, done by this process. */
export const personCommands: readonly Command[] = [
  defineCommand({
    name: 'person export',
    summary: 'Write everything that the site has of a person into an archive.',
    operands: ['person', 'file'],
    flags: { reason },
    run: async (context) => {
      const file = resolve(context.operands.file);
      await withSite(context, async (platen) => {
        const person = await personNamed(context.operands.person, platen);
        const done = await carryOut(platen, 'export', person, nobody, context.flags.reason);
        const path = await platen.people.requests.archiveOf(done);
        if (!path) throw new CommandError('The archive is on another machine of this site.');
        await copyFile(path, file);
        await platen.people.requests.remove(done.row.id);
        context.print(
          `Wrote ${done.job?.progress.items ?? 0} entries and ${done.job?.progress.files ?? 0} files to ${file}.`,
        );
      });
    },
  }),
  defineCommand({
    name: 'person erase',
    summary: 'Erase what the site has of a person. Without --yes it only says what would happen.',
    operands: ['person'],
    flags: {
      reason,
      reassign: { value: 'USER', help: 'Who gets what the person wrote.' },
      'remove-uploads': { help: 'Remove the files that the person uploaded; they go to that user otherwise.' },
      yes: { help: 'Erase. It cannot be undone.' },
    },
    run: async (context) => {
      const { flags, print } = context;
      await withSite(context, async (platen) => {
        const person = await personNamed(context.operands.person, platen);
        const heir = flags.reassign === undefined ? null : await userNamed(flags.reassign, platen.store);
        const uploads = flags['remove-uploads'] === undefined ? 'reassign' : 'remove';
        const choices: ErasureChoices = { reassign: heir?.id ?? 0, uploads };
        const asked = { caller: { userId: 0 }, store: platen.store };
        await refuseErasure({ person, choices }, asked, platen.people.work, { isStarted: flags.yes !== undefined });
        for (const line of lines(await planErasure(person, choices, platen.people.work))) print(line);
        if (flags.yes === undefined) return print('Nothing was changed. Say --yes to erase it.');
        await carryOut(platen, 'erase', person, choices, flags.reason);
        print('Erased. Backups that were made before still have it.');
      });
    },
  }),
];

async function withSite({ config }: CommandContext, work: (platen: Platen) => Promise<void>): Promise<void> {
  const platen = await createPlaten({ ...config, leads: false });
  try {
    await work(platen);
  } catch (error) {
    if (error instanceof ApiError) throw new CommandError(error.message);
    throw error;
  } finally {
    await platen.close();
  }
}

/** An account by its id or login, or whoever has a mail address. */
async function personNamed(name: string, { store }: Platen): Promise<Person> {
  const isAddress = name.includes('@') && !(await store.users.byLogin(name));
  const asked = isAddress ? { email: name } : { user: (await userNamed(name, store)).id };
  const person = await findPerson(store, asked);
  if (!person) throw new CommandError(`There is no user ${name}.`);
  return person;
}

const lookMs = 200;

/** Starts a request and waits for its job, which this process or a server of the site does. */
async function carryOut(
  { people: { requests } }: Platen,
  action: PersonAction,
  person: Person,
  choices: ErasureChoices,
  reason: string | undefined,
): Promise<PersonRequest> {
  if (!reason?.trim()) throw new CommandError('Say why with --reason: it is kept with the request.');
  const actor = { userId: 0, address: '' };
  const id = await requests.start({ action, person, choices, reason: reason.trim() }, actor, false);
  for (;;) {
    const found = await requests.get(id);
    if (found?.job?.state === 'done') return found;
    if (!found?.job || found.job.state === 'failed' || found.job.state === 'cancelled')
      throw new CommandError(`It did not succeed: ${found?.job?.error || 'it was stopped'}. Start it again.`);
    await sleep(lookMs);
  }
}

const lines = (plan: readonly PlanRow[]): string[] =>
  plan.length === 0
    ? ['The site has nothing of this person.']
    : plan.map(({ kind, action, count }) => [action, count, kind.replaceAll('_', ' ')].join('\t'));
