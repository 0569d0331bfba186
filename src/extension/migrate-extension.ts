import type { ExtensionTable, Store } from '../storage/store.ts';
import { ownTable } from './call-extension.ts';
import type { Extension } from './definition.ts';
import { ExtensionError, reasonOf } from './definition.ts';

interface VersionRow {
  extension: string;
  version: number;
  migratedAtMs: number;
}

/** Which version the stored data of each extension has. */
export const extensionVersionsTable: ExtensionTable<VersionRow> = {
  name: 'extension_versions',
  columns: { extension: 'short', version: 'integer', migratedAtMs: 'integer' },
  key: 'extension',
};

/**
 * Runs the migrations of an extension that this site has not had yet, each in a transaction with the record of it. Of
 * several processes that start together, one runs them.
 */
export async function migrateExtension(extension: Extension, store: Store, clock: () => number): Promise<void> {
  const { name, migrations = [], tables = [] } = extension;
  const ordered = migrations.toSorted((one, other) => one.version - other.version);
  refuseBadVersions(
    name,
    ordered.map(({ version }) => version),
  );
  for (const { version, up } of ordered) {
    await store.transaction(async (inner) => {
      await inner.lock(`migrations of ${name}`);
      const rows = inner.table(extensionVersionsTable);
      const [row] = await rows.find({ extension: name });
      if ((row?.version ?? 0) >= version) return;
      try {
        await up({ table: (table) => ownTable(inner, table, { extension: name, tables }) });
      } catch (error) {
        throw new ExtensionError(name, `could not bring its data to version ${version}: ${reasonOf(error)}`, error);
      }
      const facts = { version, migratedAtMs: clock() };
      if (row) await rows.update({ extension: name }, facts);
      else await rows.insert({ extension: name, ...facts });
    });
  }
  await refuseNewerData(name, ordered.at(-1)?.version ?? 0, store);
}

function refuseBadVersions(name: string, versions: readonly number[]): void {
  if (versions.some((version) => version < 1)) throw new ExtensionError(name, 'has a migration below version 1.');
  if (new Set(versions).size < versions.length) throw new ExtensionError(name, 'has two migrations of one version.');
}

/** Older code must not work on data it does not know. */
async function refuseNewerData(name: string, known: number, store: Store): Promise<void> {
  const [row] = await store.table(extensionVersionsTable).find({ extension: name });
  if (!row || row.version <= known) return;
  throw new ExtensionError(
    name,
    `has data of version ${row.version} here, but knows only version ${known}. Install a newer version of it.`,
  );
}
