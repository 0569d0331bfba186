import { type Fetcher, FetchRefused } from '../../../extension.ts';
import type { SpamVerdict } from './spam-rules.ts';

/** Somebody who tells people from programs by a token that the page got from them. */
export interface BotCheck {
  /** From 0, surely a program, to 1; null when nobody answers. */
  score(token: string, remoteAddress: string): Promise<number | null>;
}

/** What came of asking: a verdict, or nothing but a note that nobody answered. */
export interface BotFinding {
  readonly verdict: SpamVerdict | null;
  readonly note: string;
}

const LEAST_SCORE = 0.5;

/** Asks the check about a submission. A service that is down must not silence the site: then it passes, with a note. */
export async function askBotCheck(check: BotCheck, token: string, remoteAddress: string): Promise<BotFinding> {
  if (token === '') return { verdict: { check: 'bot check', reason: 'there is no token' }, note: '' };
  const score = await check.score(token, remoteAddress);
  if (score === null) return { verdict: null, note: 'bot check: nobody answered' };
  return { verdict: score > LEAST_SCORE ? null : { check: 'bot check', reason: `the score is ${score}` }, note: '' };
}

const MOST_TOKEN = 8_192;

/**
 * The usual services, which take `secret`, `response` and `remoteip` by POST and answer `success` and perhaps a
 * `score`; without a score, success is as good as can be.
 */
export function httpBotCheck(fetch: Fetcher, service: { readonly url: string; readonly secret: string }): BotCheck {
  return {
    async score(token, remoteAddress) {
      if (token.length > MOST_TOKEN) return 0;
      try {
        const form = { secret: service.secret, response: token, remoteip: remoteAddress };
        const { status, body } = await fetch(service.url, { accept: 'application/json', form, maxBytes: 65_536 });
        return status === 200 ? scoreOf(JSON.parse(body.toString('utf8'))) : null;
      } catch (error) {
        if (error instanceof FetchRefused || error instanceof SyntaxError) return null;
        throw error;
      }
    },
  };
}

function scoreOf(answer: unknown): number | null {
  if (typeof answer !== 'object' || answer === null || !('success' in answer)) return null;
  if (answer.success !== true) return 0;
  return 'score' in answer && typeof answer.score === 'number' ? answer.score : 1;
}
