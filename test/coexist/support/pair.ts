import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, createConnection } from 'mysql2/promise';
import { pino } from 'pino';
import { inject } from 'vitest';
import { createPlaten, type Platen, type PlatenOptions } from '../../../src/index.ts';
import { type Client, clientAt } from './client.ts';
import type { CastRole, WordpressFacts } from './wordpress-facts.ts';

/** WordPress and Platen on one database, each answering on its own port. */
export interface Pair {
  readonly facts: WordpressFacts;
  readonly platen: Platen;
  /** Address of Platen's interface. */
  readonly api: string;
  readonly database: Connection;
  wordpress(as?: CastRole | 'anonymous'): Client;
  ours(as?: CastRole | 'anonymous'): Client;
  /** Ends Platen, and fails where WordPress has complained of anything since it started. */
  close(): Promise<void>;
}

/** Opens Platen on the database of a WordPress; on that of the whole run where none is named. */
export async function openPair(options: PlatenOptions = {}, facts = inject('wordpress')): Promise<Pair> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-coexist-'));
  const platen = await createPlaten({
    variant: 'a',
    databaseUrl: facts.databaseUrl,
    tablePrefix: facts.prefix,
    uploadsDir: facts.uploads,
    dataDir,
    port: 0,
    throttle: false,
    commentFloodSeconds: 0,
    leads: false,
    log: pino({ level: 'silent' }),
    ...options,
  });
  const api = `${await platen.listen()}/wp-json`;
  const database = await createConnection({ uri: facts.databaseUrl, dateStrings: true, multipleStatements: true });
  const as = (base: string, who: CastRole | 'anonymous'): Client => {
    if (who === 'anonymous') return clientAt(base, null);
    const { login, application } = facts.passwords[who];
    return clientAt(base, login, application);
  };
  return {
    facts,
    platen,
    api,
    database,
    wordpress: (who = 'administrator') => as(facts.api, who),
    ours: (who = 'administrator') => as(api, who),
    async close() {
      await database.end();
      await platen.close();
      await rm(dataDir, { recursive: true, force: true });
      const complaints = await complaintsOf(facts);
      if (complaints.length > 0) throw new Error(`WordPress complains:\n${complaints.join('\n')}`);
    },
  };
}

/** What PHP or the database layer of WordPress wrote to its log, but for the age of its own code. */
async function complaintsOf({ debugLog }: WordpressFacts): Promise<string[]> {
  const log = await readFile(debugLog, 'utf8').catch(() => '');
  return log.split('\n').filter((line) => /PHP (?:Warning|Notice|Fatal|Parse|Recoverable)|database error/.test(line));
}
