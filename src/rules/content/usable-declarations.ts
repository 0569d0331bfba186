import type { FieldTable } from '../fields/field-declaration.ts';
import { DeclarationError } from './check-declaration.ts';
import { type ContentModel, contentModel } from './content-model.ts';
import type { BuiltInContent } from './core-content-types.ts';
import type { FieldSet } from './field-definition.ts';
import type { PostTypeDeclaration } from './post-type-declaration.ts';
import { type ContentDeclarations, readDeclarations } from './read-declarations.ts';
import type { TaxonomyDeclaration } from './taxonomy-declaration.ts';

/** Declarations that a database holds. */
export interface StoredContent {
  readonly postTypes: readonly PostTypeDeclaration[];
  readonly taxonomies: readonly TaxonomyDeclaration[];
  readonly fieldSets?: readonly FieldSet[];
}

export interface UsableOptions {
  /** What is declared elsewhere and wins. */
  readonly declared: readonly ContentDeclarations[];
  /** Called with a sentence for everything that is left out. */
  readonly skipped: (why: string) => void;
  /** What the variant adds to what is built in. */
  readonly builtIn?: BuiltInContent;
  /** Fields that another system stored, for the types and taxonomies that there are. */
  readonly adopted?: (content: ContentModel) => readonly FieldSet[];
}

type Kept = Required<Omit<ContentDeclarations, 'meta'>>;

/**
 * The stored declarations that can be used: each must fit to what is declared and to those before it. Fields are added
 * when all types and taxonomies are there that they may lead to.
 */
export function usableDeclarations(stored: StoredContent, options: UsableOptions): Kept {
  const { declared, skipped, builtIn = {} } = options;
  let kept: Kept = { postTypes: [], taxonomies: [], fieldSets: [] };
  const modelWith = (more: Kept): ContentModel =>
    contentModel([...declared, readDeclarations({ ...more, fieldSets: more.fieldSets.map(checkedSet) })], builtIn);
  const keep = (more: Kept, tell = skipped): boolean => {
    try {
      modelWith(more);
      kept = more;
      return true;
    } catch (error) {
      if (!(error instanceof DeclarationError)) throw error;
      tell(error.message);
      return false;
    }
  };
  /** All fields at once, since they may depend on each other; else each that fits to those before it. */
  const keepFields = (fields: FieldTable, having: (fields: FieldTable) => Kept): void => {
    if (keep(having(fields), () => {})) return;
    let fitting: FieldTable = {};
    for (const [name, field] of Object.entries(fields)) {
      const more = { ...fitting, [name]: field };
      if (keep(having(more))) fitting = more;
    }
  };
  /** Mostly all of them fit: those that do not are found by halves. */
  const keepSets = (sets: readonly FieldSet[]): void => {
    const more = { ...kept, fieldSets: [...kept.fieldSets, ...sets] };
    if (keep(more, sets.length > 1 ? () => {} : skipped) || sets.length <= 1) return;
    keepSets(sets.slice(0, sets.length >> 1));
    keepSets(sets.slice(sets.length >> 1));
  };
  for (const type of stored.postTypes) keep({ ...kept, postTypes: [...kept.postTypes, alone(type, stored)] });
  const types = new Set(modelWith(kept).types.map(({ name }) => name));
  for (const taxonomy of stored.taxonomies)
    keep({ ...kept, taxonomies: [...kept.taxonomies, joined(taxonomy, stored, types)] });
  for (const { name } of kept.postTypes)
    keepFields(fieldsOf(name, stored.postTypes), (fields) => ({
      ...kept,
      postTypes: kept.postTypes.map((one) => (one.name === name ? withFields(one, fields) : one)),
    }));
  for (const { name } of kept.taxonomies)
    keepFields(fieldsOf(name, stored.taxonomies), (fields) => ({
      ...kept,
      taxonomies: kept.taxonomies.map((one) => (one.name === name ? withFields(one, fields) : one)),
    }));
  for (const set of stored.fieldSets ?? []) {
    const others = kept.fieldSets;
    keepFields(set.fields, (fields) => ({ ...kept, fieldSets: [...others, { ...set, fields }] }));
  }
  if (options.adopted) keepSets(options.adopted(modelWith(kept)));
  return kept;
}

/** What is checked of a set. One that was adopted has one field, whose conditions name others of its group. */
function checkedSet({ adopted, ...set }: FieldSet): FieldSet {
  if (!adopted) return set;
  const alone = Object.entries(set.fields).map(([name, { showWhen: _conditions, ...field }]) => [name, field]);
  return { ...set, fields: Object.fromEntries(alone) };
}

interface WithFields {
  readonly name: string;
  readonly fields?: FieldTable;
}

const fieldsOf = (name: string, owners: readonly WithFields[]): FieldTable =>
  owners.find((owner) => owner.name === name)?.fields ?? {};

const withFields = <Owner extends WithFields>(owner: Owner, fields: FieldTable): Owner =>
  Object.keys(fields).length > 0 ? { ...owner, fields } : owner;

/** A type without its fields and the stored taxonomies, which follow later. */
function alone({ fields: _later, ...type }: PostTypeDeclaration, { taxonomies }: StoredContent): PostTypeDeclaration {
  const named = type.taxonomies ?? [];
  return { ...type, taxonomies: named.filter((name) => !taxonomies.some((taxonomy) => taxonomy.name === name)) };
}

/** A taxonomy without its fields and with all types that belong to it, as far as there are such types. */
function joined(
  { fields: _later, ...taxonomy }: TaxonomyDeclaration,
  { postTypes }: StoredContent,
  known: ReadonlySet<string>,
): TaxonomyDeclaration {
  const naming = postTypes.filter((type) => type.taxonomies?.includes(taxonomy.name)).map((type) => type.name);
  const wanted = new Set([...(taxonomy.postTypes ?? []), ...naming]);
  return { ...taxonomy, postTypes: [...wanted].filter((name) => known.has(name)) };
}
