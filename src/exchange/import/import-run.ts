import type { BulkWriter } from '../../storage/bulk/bulk-writer.ts';
import type { Store } from '../../storage/store.ts';
import type { WxrSite } from '../wxr/wxr-parts.ts';
import type { FileIntake } from './file-intake.ts';
import type { ImportTally } from './import-report.ts';

/** What a person may decide about an import. */
export interface ImportOptions {
  /** Login in the file → login here; `*` stands for every other. */
  readonly authors: ReadonlyMap<string, string>;
  /** Put addresses of this site's uploads in the place of the old site's. */
  readonly rewriteLinks: boolean;
}

/** A reference to a post that the file may yet bring, or that got another id. */
export type PendingReference =
  | { readonly kind: 'parent'; readonly postId: number; readonly oldId: number }
  | { readonly kind: 'meta'; readonly postId: number; readonly key: string; readonly oldId: number };

/** One import while it runs. */
export interface ImportRun {
  readonly store: Store;
  readonly bulk: BulkWriter;
  readonly tally: ImportTally;
  readonly options: ImportOptions;
  readonly files: FileIntake;
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
  /** Taxonomies that got terms. */
  readonly grownTaxonomies: Set<string>;
  /** Terms whose parent came later in the file, or not at all. */
  readonly orphanTerms: { readonly id: number; readonly taxonomy: string; readonly parentSlug: string }[];
  /** Terms that got posts, and so a new count: id by taxonomy. */
  readonly grownTerms: Map<string, Set<number>>;
  readonly references: PendingReference[];
  readonly sticky: Set<number>;
}
