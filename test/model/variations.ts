import type { StoreKind } from '../support/database.ts';

/** How the servers of a seed stand to their database. */
export interface Variation {
  readonly store: StoreKind;
  /** Whether the tables were there before Platen was. */
  readonly isAdopted: boolean;
  readonly triggers: 'own' | 'on';
  /** Servers, each with a process of its own. */
  readonly servers: number;
  /** Processes within each server. */
  readonly workers: number;
}

const sqlite = { store: 'sqlite', isAdopted: false, triggers: 'own' } as const;
const made = { store: 'mariadb', isAdopted: false, triggers: 'own' } as const;
const adopted = { store: 'mariadb', isAdopted: true, triggers: 'own' } as const;

/** A seed has the one at its remainder, so that a few seeds in a row meet both databases. */
const variations: readonly Variation[] = [
  { ...sqlite, servers: 1, workers: 1 },
  { ...adopted, servers: 2, workers: 1 },
  { ...sqlite, servers: 2, workers: 1 },
  { ...made, servers: 2, workers: 1 },
  { ...sqlite, servers: 1, workers: 2 },
  { ...adopted, servers: 1, workers: 1 },
  { ...made, servers: 1, workers: 1 },
  { ...adopted, triggers: 'on', servers: 2, workers: 1 },
];

export const variationOf = (seed: number): Variation => variations[seed % variations.length] as Variation;

export function describeVariation({ store, isAdopted, triggers, servers, workers }: Variation): string {
  const database = store === 'sqlite' ? 'SQLite' : `MariaDB ${isAdopted ? 'adopted' : 'made by Platen'}`;
  const added = isAdopted && triggers === 'on' ? ' with triggers' : '';
  return `${database}${added}, ${servers} server${servers > 1 ? 's' : ''}${workers > 1 ? ` of ${workers} workers` : ''}`;
}
