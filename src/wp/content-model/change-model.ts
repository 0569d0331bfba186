import { defineErrors } from '../../lib/errors.ts';
import { type ContentModel, type RoleGrants, roleGrants } from '../../rules/content/content-model.ts';
import { everything } from '../../rules/visibility.ts';
import type { MetaRow } from '../../storage/rows.ts';
import type { OwnedKey, Store } from '../../storage/store.ts';
import { checkedModel, refused, soundDeclarations } from './check-model.ts';
import type { FixedContent } from './fixed-content.ts';
import {
  type ChangedField,
  type FieldOwner,
  type FieldRename,
  type ModelChanges,
  modelChanges,
} from './model-changes.ts';
import { readStoredModel, type StoredDeclarations, type StoredModel, writeStoredModel } from './stored-model.ts';
import { lostParts, withRenamedParts } from './stored-values.ts';

/** Errors of changes of types, taxonomies and fields. */
export const contentModelErrors = defineErrors({
  platen_content_model_stale: {
    status: 409,
    message: () => 'Somebody has changed the types since you read them. Read them again, and repeat your change.',
  },
  platen_content_model_loss: {
    status: 409,
    message: () =>
      'With this change the site would not show values or items that it has. They stay stored. Send accept_loss to go on.',
  },
  platen_content_model_roles: {
    status: 403,
    message: ({ names }: { names: string }) =>
      `With this change roles could do what you may not give them: ${names}. Choose another capabilityType, or ask somebody who may change roles.`,
  },
});

/** What is not shown any more: the values of a field, or with `field: null` the items of a type or terms of a taxonomy. */
export interface Loss extends FieldOwner {
  readonly field: string | null;
  /** How many items, terms, users or comments it concerns. */
  readonly items: number;
}

export interface Renamed extends FieldRename {
  readonly items: number;
}

export interface ModelChange {
  /** The version that the change was made from. */
  readonly version: string;
  readonly declarations: StoredDeclarations;
  readonly renames: readonly FieldRename[];
  readonly acceptLoss: boolean;
  /** Whether nothing is to be written. */
  readonly isDry: boolean;
}

export interface ModelChangeContext {
  readonly fixed: FixedContent;
  /** Throws a refusal where the interface cannot be made of this model. */
  readonly tryModel: (content: ContentModel) => Promise<void>;
  /** Throws a refusal where these capabilities, which some role gets by the change, may not be given. */
  readonly permitGrants: (names: readonly string[], store: Store) => Promise<void>;
  /** Adds to the audit log that the declarations were changed, in the transaction of the write. */
  readonly record: (store: Store) => Promise<void>;
}

export interface ModelOutcome {
  readonly stored: StoredModel;
  readonly losses: readonly Loss[];
  readonly renamed: readonly Renamed[];
}

/** One change comes after the other. */
const lockName = 'content model';

/** Replaces the stored declarations as a whole. Fields keep their values under new names, in the same transaction. */
export async function changeModel(
  store: Store,
  change: ModelChange,
  { fixed, tryModel, permitGrants, record }: ModelChangeContext,
): Promise<ModelOutcome> {
  await tryModel(checkedModel(fixed, change.declarations));
  return store.transaction(async (inside) => {
    await inside.lock(lockName);
    const before = await readStoredModel(inside);
    if (before.version !== change.version) throw contentModelErrors.platen_content_model_stale();
    await permitGrants(newGrants(before.declarations, change.declarations, fixed), inside);
    const changes = modelChanges(soundDeclarations(before.declarations), change.declarations, change.renames, fixed);
    await refuseMeetings(inside, change.renames);
    const { losses, renamedParts } = await lookAtValues(inside, changes);
    if (losses.length > 0 && !change.acceptLoss && !change.isDry)
      throw contentModelErrors.platen_content_model_loss(undefined, { details: { losses } });
    const renamed = [...(await countRenamed(inside, changes)), ...renamedParts];
    const isSame = renamed.length === 0 && JSON.stringify(before.declarations) === JSON.stringify(change.declarations);
    if (change.isDry || isSame) return { stored: { ...before, declarations: change.declarations }, losses, renamed };
    await renameValues(inside, changes);
    await writeStoredModel(inside, change.declarations);
    await record(inside);
    return { stored: await readStoredModel(inside), losses, renamed };
  });
}

/** The capabilities that some role has with these declarations and has not now. */
function newGrants(before: StoredDeclarations, after: StoredDeclarations, { declared }: FixedContent): string[] {
  const grantsWith = ({ postTypes }: StoredDeclarations): RoleGrants =>
    roleGrants([...declared.flatMap((one) => one.postTypes ?? []), ...postTypes]);
  const known = grantsWith(before);
  const added = [...grantsWith(after)].flatMap(([role, names]) =>
    names.filter((name) => !known.get(role)?.includes(name)),
  );
  return [...new Set(added)];
}

const ownedKey = ({ object, subtype }: FieldOwner, key: string): OwnedKey => ({
  owner: object,
  key,
  subtype: subtype ?? undefined,
});

/** Refuses a new name under which items have values already: of a field that was removed, or of another program. */
async function refuseMeetings(store: Store, renames: readonly FieldRename[]): Promise<void> {
  for (const [i, { to, ...rename }] of renames.entries()) {
    if (to.includes('.') || rename.from === to) continue;
    if (renames.some((one) => one.from === to && one.object === rename.object && one.subtype === rename.subtype))
      continue;
    // Revisions may have a value where the item has none any more.
    const [taken] = await store.meta.rowsOf(ownedKey(rename, to), 0, 1);
    if (taken) throw refused(`renames[${i}].to`, `There are stored values under the name ${to}. Choose another name.`);
  }
}

const rowsPerPage = 500;

/** Every row of a key, in pages. */
async function* pagesOf(store: Store, of: OwnedKey): AsyncGenerator<readonly MetaRow[]> {
  for (let afterId = 0; ; ) {
    const rows = await store.meta.rowsOf(of, afterId, rowsPerPage);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsPerPage) return;
    afterId = rows.at(-1)?.id ?? afterId;
  }
}

/** Counts what would not be shown any more, and what parts of fields would have another name. */
async function lookAtValues(
  store: Store,
  changes: ModelChanges,
): Promise<{ readonly losses: readonly Loss[]; readonly renamedParts: readonly Renamed[] }> {
  const found: Loss[] = [];
  for (const subtype of changes.removedTypes) {
    const items = await store.posts.count({ types: [subtype], visibility: everything });
    found.push({ object: 'post', subtype, field: null, items });
  }
  for (const subtype of changes.removedTaxonomies)
    found.push({ object: 'term', subtype, field: null, items: await store.terms.count({ taxonomy: subtype }) });
  for (const { field, ...owner } of changes.removedFields)
    found.push({ ...owner, field, items: await store.meta.countOwners(ownedKey(owner, field)) });
  const renamedParts: Renamed[] = [];
  for (const changed of changes.changedFields) {
    const { lost, moved } = await lookAtField(store, changed);
    for (const [field, owners] of lost)
      found.push({ ...ownerOf(changed), field, items: await itemsAmong(store, changed, owners) });
    for (const part of changed.parts.values())
      renamedParts.push({ ...part, items: await itemsAmong(store, changed, moved) });
  }
  return { losses: found.filter(({ items }) => items > 0), renamedParts };
}

const ownerOf = ({ object, subtype }: FieldOwner): FieldOwner => ({ object, subtype });

/** How many of them are items; revisions do not count. */
async function itemsAmong(store: Store, { object }: FieldOwner, owners: ReadonlySet<number>): Promise<number> {
  if (object !== 'post') return owners.size;
  const ids = [...owners];
  let items = 0;
  for (let at = 0; at < ids.length; at += rowsPerPage) {
    const rows = await store.posts.byIds(ids.slice(at, at + rowsPerPage));
    items += rows.filter(({ type }) => type !== 'revision').length;
  }
  return items;
}

async function lookAtField(store: Store, changed: ChangedField) {
  const lost = new Map<string, Set<number>>();
  const moved = new Set<number>();
  const { before } = changed;
  for await (const rows of pagesOf(store, ownedKey(changed, before.storedAs ?? before.key)))
    for (const { ownerId, value } of rows) {
      for (const path of lostParts(changed, value)) lost.set(path, (lost.get(path) ?? new Set()).add(ownerId));
      if (withRenamedParts(changed, value) !== value) moved.add(ownerId);
    }
  return { lost, moved };
}

async function countRenamed(store: Store, { renames }: ModelChanges): Promise<Renamed[]> {
  const counted: Renamed[] = [];
  for (const rename of renames)
    counted.push({ ...rename, items: await store.meta.countOwners(ownedKey(rename, rename.from)) });
  return counted;
}

/** A key that no field has, for names that are exchanged. */
const passing = (key: string): string => `platen renaming ${key}`;

/** Moves values to their new names. Names that are exchanged pass through another one, so that they do not mix. */
async function renameValues(store: Store, { changedFields }: ModelChanges): Promise<void> {
  const moving = changedFields.filter(({ before, after, parts }) => before.key !== after.key || parts.size > 0);
  const isExchanged = ({ after }: ChangedField) => moving.some(({ before }) => before.key === after.key);
  for (const changed of moving) {
    const { before, after, object } = changed;
    const key = before.key !== after.key && isExchanged(changed) ? passing(after.key) : after.key;
    for await (const rows of pagesOf(store, ownedKey(changed, before.key))) {
      const rewritten = rows.map((row) => ({ ...row, key, value: withRenamedParts(changed, row.value) }));
      await store.meta.rewrite(
        object,
        rewritten.filter(({ value }, i) => key !== before.key || value !== rows[i]?.value),
      );
    }
  }
  for (const changed of moving.filter((one) => one.before.key !== one.after.key && isExchanged(one))) {
    const { after, object } = changed;
    for await (const rows of pagesOf(store, ownedKey(changed, passing(after.key))))
      await store.meta.rewrite(
        object,
        rows.map((row) => ({ ...row, key: after.key })),
      );
  }
}
