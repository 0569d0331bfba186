import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbedCall, type ExtensionHost, type Store, wasInserted } from '../../../extension.ts';
import type { ForeignAnswer } from './foreign-answer.ts';
import type { ForeignQuestion } from './foreign-embeds.ts';
import { foreignHtml } from './foreign-html.ts';
import { providerOf } from './providers.ts';
import { type KeptEmbed, keptEmbedTable } from './stored-embed-table.ts';

/** Asks the provider of an address, within a few seconds. */
type AskProvider = (question: ForeignQuestion) => Promise<ForeignAnswer | null>;

export interface KeptEmbedOptions extends Pick<ExtensionHost, 'store' | 'clock' | 'log'> {
  readonly ask: AskProvider;
  /** Longest time that a page waits for addresses nobody has asked for before. */
  readonly waitMs?: number;
}

/** Addresses of one response whose providers are asked. */
const mostAsked = 10;
/** Addresses of this process whose providers are being asked. */
const mostAtOnce = 20;
/** A claim of a process that ended meanwhile is taken over after this time. */
const claimSeconds = 120;
const day = 86_400;
const width = 600;

/**
 * Embeds of other sites in texts. The first text that shows an address has its provider asked, once for all processes:
 * a row claims the address before. After that a job asks now and then, and texts show what was last answered. An
 * address whose provider is not known or has no answer stays a link, and nothing is fetched for unknown providers.
 */
export function createKeptEmbeds({ store, clock, log, ask, waitMs = 2_500 }: KeptEmbedOptions) {
  const asking = new Map<string, Promise<string>>();
  const seconds = () => Math.floor(clock() / 1000);

  const askFirst = async (address: string): Promise<string> => {
    const claim = { hash: hashOf(address), address, html: '', failures: 0, due: seconds() + claimSeconds };
    if (!(await wasInserted(store.table(keptEmbedTable).insert(claim)))) return '';
    return answered(store, claim, await ask(question(address)), seconds());
  };
  const askOnce = (address: string): Promise<string> => {
    const running = asking.get(address);
    if (running) return running;
    const asked = askFirst(address).catch((err: unknown) => {
      log.warn({ err, address }, 'the provider of an embed could not be asked');
      return '';
    });
    asking.set(address, asked);
    void asked.then(() => asking.delete(address));
    return asked;
  };

  return {
    /** The HTML for addresses, by address. */
    async embed(addresses: readonly string[], call: EmbedCall): Promise<Map<string, string>> {
      const trusted = addresses.filter((address) => providerOf(address) !== undefined);
      if (trusted.length === 0) return new Map();
      const rows = await call.store.table(keptEmbedTable).find({ hash: { in: trusted.map(hashOf) } });
      const found = new Map(rows.map(({ address, html }) => [address, html]));
      const unknown = trusted.filter((address) => !found.has(address)).slice(0, mostAsked);
      const asked = unknown.filter((address) => asking.has(address) || asking.size < mostAtOnce);
      const answers = asked.map(async (address) => void found.set(address, await askOnce(address)));
      if (call.isRead && answers.length > 0) await within(Promise.all(answers), waitMs);
      return new Map([...found].filter(([, html]) => html !== ''));
    },
    /** Asks again for some of the addresses that are due. */
    async renew(signal: AbortSignal): Promise<void> {
      const table = store.table(keptEmbedTable);
      const order = { by: 'due', direction: 'asc' } as const;
      for (const row of await table.find({ due: { below: seconds() } }, order, { limit: 50, offset: 0 })) {
        if (signal.aborted) return;
        await answered(store, row, await ask(question(row.address)), seconds());
      }
    },
  };
}

const question = (url: string): ForeignQuestion => ({ url, maxWidth: width, maxHeight: null, discover: false });

const hashOf = (address: string): string => hash('sha256', address);

/** Notes an answer. One that cannot be had leaves the last one in place, and is asked for less and less often. */
async function answered(
  store: Store,
  known: Omit<KeptEmbed, 'id'>,
  answer: ForeignAnswer | null,
  now: number,
): Promise<string> {
  const failures = answer ? 0 : known.failures + 1;
  const html = answer ? foreignHtml(answer, known.address) : known.html;
  const pause = answer ? 7 * day : Math.min(3_600 * 4 ** failures, 30 * day);
  await store.table(keptEmbedTable).update({ hash: known.hash }, { html, failures, due: now + pause });
  return html;
}

/** Waits for work, but not for longer than a time. */
async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal, ref: false }).catch(() => {});
  await Promise.race([work, late]);
  timer.abort();
}
