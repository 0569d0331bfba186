import type { BulkWriter } from '../../storage/bulk/bulk-writer.ts';
import type { Store } from '../../storage/store.ts';
import type { FieldPlace, FieldReferences } from '../field-references.ts';
import type { ValueRewriter } from '../value-rewriter.ts';
import type { WxrItem, WxrSite } from '../wxr/wxr-parts.ts';
import type { ImportFileIntake } from './file-intake.ts';
import type { ImportTally } from './import-report.ts';

/** The options of an import. */
export interface ImportOptions {
  /** Login in the file → login here; `*` is the default for all others. */
  readonly authors: ReadonlyMap<string, string>;
  /** Replaces addresses in everything that is imported; guids stay. */
  readonly rewriteLinks: ValueRewriter | null;
}

/** A reference to a post that may come later in the file, or that got another id. */
export type PendingReference =
  | { readonly kind: 'parent'; readonly postId: number; readonly oldId: number }
  | { readonly kind: 'menuParent'; readonly postId: number; readonly menu: string; readonly oldId: number }
  | { readonly kind: 'meta'; readonly postId: number; readonly key: string; readonly oldId: number }
  | PendingField;

/** A field that leads to something which may come later; the value is that of the file. */
export interface PendingField extends FieldPlace {
  readonly kind: 'field';
  readonly ownerId: number;
  readonly value: string;
}

/** The state of a running import. */
export interface ImportRun {
  readonly store: Store;
  readonly bulk: BulkWriter;
  readonly tally: ImportTally;
  readonly options: ImportOptions;
  readonly files: ImportFileIntake;
  readonly nowMs: number;
  /** The ids inside fields. */
  readonly fields: FieldReferences;
  /** Called when something more is imported. */
  readonly progress: () => void;
  /** Types whose rows may share a slug under different parents. */
  readonly hierarchicalTypes: ReadonlySet<string>;
  site: WxrSite;
  source: string;
  /** Whether an earlier import from this source did not end, so that items that are here may lack references. */
  isResumed: boolean;
  /** Login in the file → user id here. */
  readonly authorIds: Map<string, number>;
  /** Old id → id here of the authors that the file lists. */
  readonly userIds: Map<number, number>;
  /** E-mail address of a commenter with an account → user id here, 0 for none. */
  readonly commenters: Map<string, number>;
  /** `taxonomy slug` → the term here. */
  readonly terms: Map<string, { readonly id: number; readonly rowId: number }>;
  /** Terms and authors that the file does not list but its items name, as far as they were counted. */
  readonly counted: Set<string>;
  /** Old id → new id of the terms that the file lists. */
  readonly termIds: Map<number, number>;
  /** Taxonomies that got new terms. */
  readonly grownTaxonomies: Set<string>;
  /** Terms whose parent comes later in the file, or is missing. */
  readonly orphanTerms: { readonly id: number; readonly taxonomy: string; readonly parentSlug: string }[];
  /** Terms that got posts and need a new count: id by taxonomy. */
  readonly grownTerms: Map<string, Set<number>>;
  /** The menu items of the file that are here. */
  readonly menuItems: MenuItems;
  readonly references: PendingReference[];
  /** Posts with fields that lead somewhere, by type. */
  readonly leading: Map<string, number[]>;
  readonly sticky: Set<number>;
}

const menuItemType = 'nav_menu_item';
const menuTaxonomy = 'nav_menu';

/** The meta key that names the menu item above. */
export const menuParentKey = '_menu_item_menu_item_parent';

/** The slug of the menu that a menu item is in, empty where it is in none; null for other items. */
export function menuOf(item: WxrItem): string | null {
  if (item.type !== menuItemType) return null;
  return item.terms.find(({ taxonomy }) => taxonomy === menuTaxonomy)?.slug ?? '';
}

/** The menu items of a file, by menu: in two menus, one old id may stand for two items. */
export class MenuItems {
  readonly #ids = new Map<string, number>();
  readonly #taken = new Set<number>();

  set(item: WxrItem, id: number): void {
    const menu = menuOf(item);
    if (menu === null) return;
    this.#ids.set(`${menu} ${item.id}`, id);
    this.#taken.add(id);
  }

  /** The id here of a menu item in this menu. */
  get(menu: string, oldId: number): number | undefined {
    return this.#ids.get(`${menu} ${oldId}`);
  }

  /** Whether a row here is a menu item of the file already. */
  has(id: number): boolean {
    return this.#taken.has(id);
  }
}
