import { setTimeout as sleep } from 'node:timers/promises';
import type { MailMessage } from '../mail/mail-message.ts';
import type { MailTransport } from '../mail/mail-transport.ts';

/** The mail that the site has sent; nothing leaves the process. */
export interface TestMail {
  /** Every message so far, the oldest first. */
  readonly sent: readonly MailMessage[];
  /** The first message that is, or will be, sent and matches; rejects when none is within the time. */
  find(matches: (message: MailMessage) => boolean, timeoutMs?: number): Promise<MailMessage>;
  clear(): void;
}

export function createTestMail(): TestMail & { readonly transport: MailTransport } {
  const sent: MailMessage[] = [];
  return {
    sent,
    async find(matches, timeoutMs = 10_000) {
      for (const until = performance.now() + timeoutMs; ; await sleep(5)) {
        const found = sent.find(matches);
        if (found) return found;
        if (performance.now() > until) throw new Error(`None of the ${sent.length} messages sent so far matches.`);
      }
    },
    clear: () => void sent.splice(0),
    transport: {
      send: async (message) => {
        sent.push(message);
        return { kind: 'sent', note: '250 Kept by the test' };
      },
      close: () => {},
    },
  };
}
