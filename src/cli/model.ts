import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fieldOwners } from '../app/core-context.ts';
import { fixedContent } from '../app/site-from-config.ts';
import { extensionsOf } from '../app/variants.ts';
import { findConfigFile } from '../config/config-file.ts';
import { type Command, CommandError, defineCommand } from '../extension/command.ts';
import type { Extension } from '../extension/definition.ts';
import { loadExtensions } from '../extension/load-extensions.ts';
import { ApiError } from '../lib/errors.ts';
import type { ContentModel } from '../rules/content/content-model.ts';
import { changeModel, type Loss, type ModelOutcome } from '../wp/content-model/change-model.ts';
import { readSentDeclarations } from '../wp/content-model/check-model.ts';
import { configText } from '../wp/content-model/config-text.ts';
import { readStoredModel, type StoredDeclarations, storedSections } from '../wp/content-model/stored-model.ts';
import { recordCommand } from './run-command.ts';

/** Types, taxonomies and fields that were made on the admin page, as a file and back. */
export const modelCommands: readonly Command[] = [
  defineCommand({
    name: 'model export',
    summary: 'Write the types, taxonomies and fields that were made on the admin page as a configuration file.',
    flags: { out: { value: 'FILE', help: 'The file to write, such as platen.config.ts; without it, it is printed.' } },
    run: async ({ store, flags, print }) => {
      const text = configText((await readStoredModel(await store())).declarations);
      if (flags.out === undefined) return print(text.trimEnd());
      await writeFile(flags.out, text);
      print(`Wrote ${flags.out}.`);
    },
  }),
  defineCommand({
    name: 'model import',
    summary: 'Replace the types, taxonomies and fields that were made on the admin page by those of a file.',
    operands: ['file'],
    flags: {
      'dry-run': { help: 'Say what would happen, and change nothing.' },
      'accept-loss': { help: 'Go on where values or items would be hidden; they stay stored.' },
    },
    run: async ({ store: open, operands, flags, config, clock, print }) => {
      const store = await open();
      const { declarations, left } = await declarationsIn(operands.file);
      const isDry = flags['dry-run'] !== undefined;
      const extensions = [...extensionsOf(config.variant), ...(await loadExtensions(config.extensions))];
      const fixed = await fixedContent({ config, store, skipped: (why) => print(`Left out: ${why}`) }, extensions);
      const outcome = await inSentences(async () =>
        changeModel(
          store,
          {
            version: (await readStoredModel(store)).version,
            declarations: readSentDeclarations(declarations),
            renames: [],
            acceptLoss: flags['accept-loss'] !== undefined,
            isDry,
          },
          {
            fixed,
            tryModel: async (content) => refuseMissingOwners(content, extensions),
            permitGrants: async () => {},
            record: (inside) =>
              recordCommand(inside, clock(), 'settings.update', { detail: { fields: ['content_model'] } }),
          },
        ),
      );
      if (left.length > 0) print(`Not read, because only a file can have it: ${left.join(', ')}.`);
      report(outcome, print);
      print(isDry ? 'This was a dry run: nothing was changed.' : 'Servers of the site use them within seconds.');
    },
  }),
];

/** What a file declares, and the names of what cannot be stored. */
async function declarationsIn(file: string): Promise<{ declarations: Record<string, unknown>; left: string[] }> {
  if (!existsSync(resolve(file))) throw new CommandError(`There is no file ${file}.`);
  const found = await findConfigFile({ directory: process.cwd(), asked: file });
  const isStored = ([name]: readonly [string, unknown]) => storedSections.some((section) => section === name);
  const members = Object.entries(found?.members ?? {});
  return {
    declarations: Object.fromEntries(members.filter(isStored)),
    left: members.filter((member) => !isStored(member)).map(([name]) => name),
  };
}

/** An extension adds fields only to what there is; a server would not use the types. */
function refuseMissingOwners({ types, taxonomies }: ContentModel, extensions: readonly Extension[]): void {
  const owners = fieldOwners(types, taxonomies);
  for (const { name, fields = {} } of extensions) {
    const missing = Object.keys(fields).find((owner) => !owners.has(owner));
    if (missing !== undefined)
      throw new CommandError(`The extension ${name} adds fields to ${missing}, which would not be there any more.`);
  }
}

async function inSentences(work: () => Promise<ModelOutcome>): Promise<ModelOutcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { params, losses } = error.details;
    if (Array.isArray(losses))
      throw new CommandError(`${losses.map(lossLine).join('\n')}\nThey stay stored. --accept-loss goes on.`);
    const [why = error.message] = Object.values(Object(params));
    throw new CommandError(String(why));
  }
}

function lossLine({ object, subtype, field, items }: Loss): string {
  const whose = subtype ?? `every ${object}`;
  return field === null ? `Hidden: ${items} of ${whose}.` : `Hidden: the field ${field} of ${whose}, in ${items}.`;
}

function report({ stored: { declarations }, losses }: ModelOutcome, print: (line: string) => void): void {
  for (const [what, names] of Object.entries(namesIn(declarations))) print(`${what}: ${names.join(', ') || 'none'}`);
  for (const loss of losses) print(lossLine(loss));
}

const namesIn = ({ postTypes, taxonomies, fieldSets }: StoredDeclarations): Record<string, string[]> => ({
  Types: postTypes.map(({ name }) => name),
  Taxonomies: taxonomies.map(({ name }) => name),
  'Fields of others': fieldSets.map(({ object, subtype }) => subtype ?? object),
});
