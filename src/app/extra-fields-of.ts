import type { ExtraField, ExtraFields } from '../api/resource/extra-fields.ts';
import type { Guarding } from '../extension/call-extension.ts';
import { ExtensionError } from '../extension/extension-error.ts';
import type { FieldOwner } from '../extension/extension-fields.ts';
import { guardField } from '../extension/guard-fields.ts';
import type { PostType } from '../rules/post-types.ts';
import type { TaxonomyType } from '../rules/taxonomies.ts';

/** The resources of a site, with what their fields belong to. */
export function fieldOwners(
  types: readonly PostType[],
  taxonomies: readonly TaxonomyType[],
): ReadonlyMap<string, FieldOwner> {
  return new Map<string, FieldOwner>([
    ...types.filter((type) => type.restBase !== null).map(({ name }) => [name, 'post'] as const),
    ...taxonomies.filter((taxonomy) => taxonomy.restBase !== null).map(({ name }) => [name, 'term'] as const),
    ['user', 'user'],
    ['comment', 'comment'],
  ]);
}

/** The fields of all extensions by resource; throws where one belongs to no resource, or two have one name. */
export function extraFieldsOf(guardings: readonly Guarding[], owners: ReadonlyMap<string, FieldOwner>): ExtraFields {
  const found = new Map<string, Record<string, ExtraField>>();
  for (const guarding of guardings) {
    const { name: extension, fields = {} } = guarding.extension;
    for (const [resource, table] of Object.entries(fields)) {
      const owner = owners.get(resource);
      if (!owner)
        throw new ExtensionError(extension, `adds fields to "${resource}", which is no resource of this site.`);
      const own = found.get(resource) ?? {};
      found.set(resource, own);
      for (const [name, field] of Object.entries(table)) {
        if (field.of !== owner)
          throw new ExtensionError(
            extension,
            `makes the field "${name}" of "${resource}" with ${field.of}Field; use ${owner}Field.`,
          );
        if (own[name])
          throw new ExtensionError(
            extension,
            `adds the field "${name}" to "${resource}", as "${own[name].owner}" does.`,
          );
        own[name] = guardField(resource, name, field, guarding);
      }
    }
  }
  return found;
}
