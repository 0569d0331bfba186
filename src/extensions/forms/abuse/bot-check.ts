import { type Fetcher, FetchRefused } from '../../../extension.ts';
import type { SpamVerdict } from './spam-rules.ts';

/** A bot detection service that scores a token which the page got from it. */
export interface BotCheck {
  /** From 0, certainly a bot, to 1, certainly a person; null when the service does not answer. */
  score(token: string, remoteAddress: string): Promise<number | null>;
}

/** The result of a check: a verdict, or only a note that the service did not answer. */
export interface BotFinding {
  readonly verdict: SpamVerdict | null;
  readonly note: string;
}

const minScore = 0.5;

/** Checks a submission. While the service is down, submissions pass with a note. */
export async function askBotCheck(check: BotCheck, token: string, remoteAddress: string): Promise<BotFinding> {
  if (token === '') return { verdict: { check: 'bot check', reason: 'there is no token' }, note: '' };
  const score = await check.score(token, remoteAddress);
  if (score === null) return { verdict: null, note: 'bot check: nobody answered' };
  return { verdict: score > minScore ? null : { check: 'bot check', reason: `the score is ${score}` }, note: '' };
}

const maxTokenLength = 8_192;

/**
 * The common services, which take `secret`, `response` and `remoteip` by POST and answer `success` and perhaps a
 * `score`; without a score, success counts as 1.
 */
export function httpBotCheck(fetch: Fetcher, service: { readonly url: string; readonly secret: string }): BotCheck {
  return {
    async score(token, remoteAddress) {
      if (token.length > maxTokenLength) return 0;
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
