import { hash } from 'node:crypto';
import type { FieldSet } from '../../rules/content/field-definition.ts';
import type { PostTypeDeclaration } from '../../rules/content/post-type-declaration.ts';
import type { TaxonomyDeclaration } from '../../rules/content/taxonomy-declaration.ts';
import type { Store } from '../../storage/store.ts';
import { isRecord, parseJson } from '../../text/json.ts';

/** The option with what administrators declared. It is the same JSON that a configuration file has. */
export const contentModelOption = 'platen_content_model';

/** What administrators declare while the site runs. */
export interface StoredDeclarations {
  readonly postTypes: readonly PostTypeDeclaration[];
  readonly taxonomies: readonly TaxonomyDeclaration[];
  readonly fieldSets: readonly FieldSet[];
}

export const storedSections = ['postTypes', 'taxonomies', 'fieldSets'] as const;

export interface StoredModel {
  /** Another one whenever something else is stored. */
  readonly version: string;
  readonly declarations: StoredDeclarations;
  /** Why what is stored cannot be read; null where it can, or where nothing is stored. */
  readonly fault: string | null;
}

const noDeclarations: StoredDeclarations = { postTypes: [], taxonomies: [], fieldSets: [] };

/** What is stored, whether or not it can be used. Whatever is in the option, this does not fail. */
export async function readStoredModel(store: Pick<Store, 'options'>): Promise<StoredModel> {
  const text = await store.options.get(contentModelOption);
  const version = hash('sha256', text ?? '', 'hex').slice(0, 16);
  if (text === null) return { version, declarations: noDeclarations, fault: null };
  const stored = parseJson(text);
  if (!isRecord(stored))
    return { version, declarations: noDeclarations, fault: `The option ${contentModelOption} is not a JSON object.` };
  const listOf = (section: string, isOne: (one: Readonly<Record<string, unknown>>) => boolean) => {
    const list = stored[section];
    return Array.isArray(list) ? list.filter((one) => isRecord(one) && isOne(one)) : [];
  };
  const isNamed = ({ name }: Readonly<Record<string, unknown>>) => typeof name === 'string';
  const declarations = {
    postTypes: listOf('postTypes', isNamed),
    taxonomies: listOf('taxonomies', isNamed),
    fieldSets: listOf('fieldSets', ({ fields }) => isRecord(fields)),
  };
  // Whoever uses them checks every member first: another version of the program may have stored them.
  return { version, declarations: declarations as StoredDeclarations, fault: null };
}

/** Stores declarations that were checked; an empty set of them is as if there had never been any. */
export async function writeStoredModel(store: Store, declarations: StoredDeclarations): Promise<void> {
  if (storedSections.every((section) => declarations[section].length === 0))
    await store.options.remove(contentModelOption);
  else await store.options.set(contentModelOption, JSON.stringify(declarations), 'late');
}
