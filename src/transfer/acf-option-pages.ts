import { readStoredValue } from '../media/attachment-metadata.ts';
import { acfStorage } from '../rules/acf/acf-storage.ts';
import type { OptionPage } from '../rules/acf/option-page.ts';
import { definitionsIn } from '../rules/content/field-definition.ts';
import type { FieldDeclaration } from '../rules/fields/field-declaration.ts';
import type { Post } from '../storage/rows.ts';
import { type AcfSurroundings, declaredFields } from './acf-declarations.ts';
import { phpCodec } from './acf-field-sets.ts';
import { type StoredSettings, settingsIn, settingText } from './plugin-declarations.ts';

const ruleOf = 'options_page';

/**
 * The pages of settings that groups belong to.
 *
 * @param rows what ACF stores of pages that were made with its screens; of others only their name is known
 */
export function acfOptionPages(rows: readonly Post[], around: AcfSurroundings): OptionPage[] {
  const stored = rows.map((row) => ({ title: row.title, settings: settingsIn(readStoredValue(row.content)) }));
  const bySlug = new Map(stored.map((page) => [settingText(page.settings, 'menu_slug'), page]));
  const slugs = around.groups.flatMap(({ location }) =>
    location.flat().flatMap(({ param, operator, value }) => (param === ruleOf && operator === '==' ? [value] : [])),
  );
  return [...new Set(slugs)]
    .filter((slug) => /^[\w-]{1,100}$/.test(slug))
    .map((slug) => {
      const page = bySlug.get(slug);
      return {
        slug,
        title: page?.title || slug,
        // Where nothing says who may, only those who may change settings.
        capability: (page && settingText(page.settings, 'capability')) || 'manage_options',
        storedBelow: `${ownerOf(page?.settings ?? {})}_`,
        definitions: definitionsOf(slug, around),
      };
    })
    .filter(({ definitions }) => definitions.length > 0);
}

/** What the options of a page begin with: `options`, unless the page has a name of its own. */
function ownerOf(settings: StoredSettings): string {
  const name = settingText(settings, 'post_id');
  return /^[A-Za-z_][\w-]{0,60}$/.test(name) ? name : 'options';
}

function definitionsOf(slug: string, around: AcfSurroundings): OptionPage['definitions'] {
  const groups = around.groups.filter(({ location }) =>
    location.some(
      (all) => all.length === 1 && all[0]?.param === ruleOf && all[0].operator === '==' && all[0].value === slug,
    ),
  );
  const found = groups.flatMap((group) => declaredFields(group, around));
  const first = found.filter(({ field }, i) => found.findIndex((other) => other.field.name === field.name) === i);
  return first.flatMap(({ field, declaration }) =>
    definitionsIn({
      object: 'post',
      // It was made by its kind with the members of that kind.
      fields: { [field.name]: declaration as FieldDeclaration },
      adopted: {
        [field.name]: { storage: acfStorage(field, phpCodec), acf: { field, place: { when: [], isShown: true } } },
      },
    }),
  );
}
