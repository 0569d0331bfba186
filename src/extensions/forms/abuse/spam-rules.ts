import { isSigned, sign } from '../challenge/signed-token.ts';
import type { PostedData } from '../posted/posted-data.ts';

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
