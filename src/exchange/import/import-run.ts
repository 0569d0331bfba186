import type { BulkWriter } from '../../storage/bulk/bulk-writer.ts';
import type { Store } from '../../storage/store.ts';
import type { WxrSite } from '../wxr/wxr-parts.ts';
import type { ImportFileIntake } from './file-intake.ts';
import type { ImportTally } from './import-report.ts';

/** The options of an import. */
export interface ImportOptions {
  /** Login in the file → login here; `*` is the default for all others. */
  readonly authors: ReadonlyMap<string, string>;
  /** Replace URLs of the old site's uploads by ours. */
  readonly rewriteLinks: boolean;
}

/** A reference to a post that may come later in the file, or that got another id. */
export type PendingReference =
  | { readonly kind: 'parent'; readonly postId: number; readonly oldId: number }
  | { readonly kind: 'meta'; readonly postId: number; readonly key: string; readonly oldId: number };

/** The state of a running import. */
export interface ImportRun {
  readonly store: Store;
  readonly bulk: BulkWriter;
  readonly tally: ImportTally;
  readonly options: ImportOptions;
  readonly files: ImportFileIntake;
  readonly nowMs: number;
  readonly uploadsUrl: string;
  /** Types whose rows may share a slug under different parents. */
  readonly hierarchicalTypes: ReadonlySet<string>;
  site: WxrSite;
  source: string;
  /** Login in the file → user id here. */
  readonly authorIds: Map<string, number>;
  /** E-mail address of a commenter with an account → user id here, 0 for none. */
  readonly commenters: Map<string, number>;
  /** `taxonomy slug` → the term here. */
  readonly terms: Map<string, { readonly id: number; readonly rowId: number }>;
  /** Old id → new id of the terms that the file lists. */
  readonly termIds: Map<number, number>;
  /** Taxonomies that got new terms. */
  readonly grownTaxonomies: Set<string>;
  /** Terms whose parent comes later in the file, or is missing. */
  readonly orphanTerms: { readonly id: number; readonly taxonomy: string; readonly parentSlug: string }[];
  /** Terms that got posts and need a new count: id by taxonomy. */
  readonly grownTerms: Map<string, Set<number>>;
  readonly references: PendingReference[];
  readonly sticky: Set<number>;
}
