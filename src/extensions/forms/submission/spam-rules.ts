import { type Fetcher, FetchRefused } from '../../../extension.ts';
import { isSigned, sign } from '../challenge/signed-token.ts';
import type { PostedData } from './posted-data.ts';

/** The input of a spam check. */
export interface SpamEvidence {
  readonly posted: PostedData;
  readonly remoteAddress: string;
  readonly userAgent: string;
  /** The value of the honeypot field; undefined when it was not sent. */
  readonly honeypot: string | undefined;
  /** The signed time of rendering; undefined when it was not sent. */
  readonly rendered: string | undefined;
  readonly formId: number;
  readonly nowMs: number;
  readonly key: Buffer;
  readonly disallowedWords: readonly string[];
}

/** Which check failed, and why; stored with the message, never shown to its sender. */
export interface SpamVerdict {
  readonly check: string;
  readonly reason: string;
}

/** One check: a verdict, or null when it finds nothing. */
export type SpamCheck = (evidence: SpamEvidence) => SpamVerdict | null;

/** The first verdict of the checks in order. Missing fields are not spam: other front ends do not send them. */
export function judgeSpam(evidence: SpamEvidence): SpamVerdict | null {
  for (const check of spamChecks) {
    const verdict = check(evidence);
    if (verdict) return verdict;
  }
  return null;
}

/** The value of the hidden field that records when the form was rendered. */
export function renderTime(key: Buffer, formId: number, nowMs: number): string {
  return `${nowMs}.${sign(key, 'rendered', String(formId), String(nowMs))}`;
}

const fastestHumanMs = 2_000;

const honeypot: SpamCheck = (evidence) =>
  evidence.honeypot ? { check: 'honeypot', reason: 'the hidden field was filled in' } : null;

const haste: SpamCheck = ({ rendered, formId, key, nowMs }) => {
  if (rendered === undefined || rendered === '') return null;
  const [time = '', signature = ''] = rendered.split('.');
  if (!isSigned(key, signature, 'rendered', String(formId), time))
    return { check: 'time', reason: 'the time of rendering is forged' };
  const elapsed = nowMs - Number(time);
  return elapsed < fastestHumanMs ? { check: 'time', reason: `sent after ${elapsed} ms` } : null;
};

const userAgent: SpamCheck = (evidence) =>
  evidence.userAgent.length < 2 ? { check: 'user agent', reason: 'there is none' } : null;

const disallowedWords: SpamCheck = ({ disallowedWords: words, posted, remoteAddress, userAgent: agent }) => {
  if (words.length === 0) return null;
  const haystack = [...[...posted.values.values()].flat(), remoteAddress, agent].join('\n').toLowerCase();
  const found = words.find((word) => haystack.includes(word));
  return found === undefined ? null : { check: 'words', reason: `holds "${found}"` };
};

const spamChecks: readonly SpamCheck[] = [honeypot, haste, userAgent, disallowedWords];

/** The site's list of disallowed words, one per line; entries that are too short or too long are ignored. */
export function readDisallowedWords(list: string): readonly string[] {
  return list
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim().toLowerCase())
    .filter((word) => word.length >= 2 && word.length <= 256);
}

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
