import type { TextWork } from '../../background/text-work.ts';
import { type Members, Refusal } from '../../lib/schema/schema.ts';
import { acfLayoutMember } from '../../rules/acf/acf-field.ts';
import { type CheckedField, checkFields, hasRequired, type RequiredFields } from '../../rules/fields/check-fields.ts';
import type { MetaChange } from '../../rules/fields/field-storage.ts';
import type { MetaDefinition, MetaOf, MetaRegistry } from '../../rules/meta-registry.ts';
import { mapLeaves } from '../../rules/meta-schema.ts';
import type { PostType } from '../../rules/post-types.ts';
import type { TaxonomyType } from '../../rules/taxonomies.ts';
import type { MetaRow } from '../../storage/rows.ts';
import type { OperationContext } from '../context/core-context.ts';
import { type RelatedId, refuseRelated } from './related-items.ts';

/** What checking fields depends on. */
export interface FieldContext {
  readonly meta: MetaRegistry;
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  readonly textWork: TextWork;
}

/** What a request wants to do with the fields of an item. */
export interface FieldWrite {
  readonly of: MetaOf;
  /** The member `meta` as sent. */
  readonly sent: Members | undefined;
  /** The keys of it that were sent under `acf`. */
  readonly asAcf?: ReadonlySet<string> | undefined;
  readonly required: RequiredFields;
}

type Work = Pick<OperationContext, 'caller' | 'store'>;

/** The rows of everything that was sent for `meta`: keys that are declared without a form, and fields. */
export async function planMeta(context: FieldContext, write: FieldWrite, work: Work): Promise<readonly MetaChange[]> {
  return [...context.meta.plan(write.of, write.sent, work.caller), ...(await planFields(context, write, work))];
}

/**
 * The rows of all fields that were sent, ready to be stored; throws one error that names everything that is refused.
 * Call it before the transaction: cleaning long texts takes time.
 */
export async function planFields(context: FieldContext, write: FieldWrite, work: Work): Promise<readonly MetaChange[]> {
  const { meta } = context;
  const { of, sent = {}, asAcf, required } = write;
  const fields = meta.fieldsOf(of.object, of.subtype);
  const isSent = ({ key }: MetaDefinition): boolean => Object.hasOwn(sent, key);
  if (!fields.some(isSent) && (required !== 'all' || !fields.some(hasRequired))) return [];
  for (const one of fields.filter(isSent))
    meta.permitWrite(one, sent[one.key], { caller: work.caller, ownerId: of.ownerId });
  const rows = fields.some(hasRequired) && required !== 'none' ? await storedRows(of, meta, work) : [];
  const { changes, refused } = checkFields(
    fields.map((one) => ({
      key: one.key,
      schema: one,
      sent: isSent(one) ? sent[one.key] : undefined,
      stored: meta.valueOf(one, rows),
      // Which items have a field of ACF is for its group to say, so that it is missed only where it was sent.
      isOptional: one.acf !== undefined,
    })),
    required,
  );
  for (const [path, refusal] of await refuseRelated(relatedIds(changes), context, work)) refused.set(path, refusal);
  if (refused.size > 0) throw meta.refusal(asAcf ? namedAsSent(refused, asAcf) : refused);
  const byKey = new Map(fields.map((one) => [one.key, one]));
  return (await cleaned(changes, context.textWork, work)).flatMap(({ key, value }) => {
    const definition = byKey.get(key);
    return definition ? meta.rowsOf(definition, value) : [];
  });
}

/** What is refused under the names that were sent. */
function namedAsSent(refused: ReadonlyMap<string, Refusal>, asAcf: ReadonlySet<string>): ReadonlyMap<string, Refusal> {
  return new Map(
    [...refused].map(([path, refusal]) => {
      const [, key = '', rest = ''] = /^meta\.([\w-]+)(.*)$/s.exec(path) ?? [];
      if (!asAcf.has(key)) return [path, refusal];
      const sent = `acf.${key}${rest.replace(/\.layout$/, `.${acfLayoutMember}`)}`;
      const why = refusal.why.replaceAll(path, sent).replaceAll(`meta.${key}`, `acf.${key}`);
      return [sent, new Refusal(why, refusal.code, refusal.data)];
    }),
  );
}

async function storedRows(
  { object, subtype, ownerId }: MetaOf,
  meta: MetaRegistry,
  { store }: Work,
): Promise<readonly MetaRow[]> {
  if (ownerId === 0) return [];
  const keys = meta.keysOf(object, subtype);
  return (await store.meta.of(object, [ownerId], keys)).get(ownerId) ?? [];
}

/** The ids in values that lead to something; 0 leads to nothing. */
function relatedIds(changes: readonly CheckedField[]): RelatedId[] {
  const found: RelatedId[] = [];
  for (const { key, schema, value } of changes) {
    mapLeaves(schema, value, `meta.${key}`, ({ relation }, id, path) => {
      if (relation && typeof id === 'number' && id > 0) found.push({ path, id, relation });
      return id;
    });
  }
  return found;
}

/** The values with their HTML cleaned, all texts at once. */
async function cleaned(
  changes: readonly CheckedField[],
  textWork: TextWork,
  { caller }: Work,
): Promise<readonly CheckedField[]> {
  const raw: string[] = [];
  const eachText = (change: (text: string) => string) =>
    changes.map(({ key, schema, value }) => ({
      key,
      schema,
      value: mapLeaves(schema, value, '', ({ html }, part) => (html && typeof part === 'string' ? change(part) : part)),
    }));
  eachText((text) => {
    raw.push(text);
    return text;
  });
  if (raw.length === 0) return changes;
  const unfiltered = caller.can('unfiltered_html');
  const clean = [...(await textWork.clean(raw.map((text) => ({ as: 'postText', raw: text, unfiltered }))))];
  return eachText(() => clean.shift() ?? '');
}
