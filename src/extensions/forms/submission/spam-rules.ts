import type { PostedData } from './posted-data.ts';
import { isSigned, sign } from './signed-token.ts';

/** What a spam check may look at. */
export interface SpamEvidence {
  readonly posted: PostedData;
  readonly remoteAddress: string;
  readonly userAgent: string;
  /** What came in the field people never see; undefined when it was not sent. */
  readonly honeypot: string | undefined;
  /** The signed time of rendering; undefined when it was not sent. */
  readonly rendered: string | undefined;
  readonly formId: number;
  readonly nowMs: number;
  readonly key: Buffer;
  readonly disallowedWords: readonly string[];
}

/** Which check spoke, and why; kept with the message, never told to its sender. */
export interface SpamVerdict {
  readonly check: string;
  readonly reason: string;
}

/** One check: a verdict, or null when it has nothing to say. */
export type SpamCheck = (evidence: SpamEvidence) => SpamVerdict | null;

/** The first verdict of the checks in order. Fields that are absent are held against nobody: other front ends send none. */
export function judgeSpam(evidence: SpamEvidence): SpamVerdict | null {
  for (const check of spamChecks) {
    const verdict = check(evidence);
    if (verdict) return verdict;
  }
  return null;
}

/** The value of the hidden field that tells when a form was shown. */
export function renderTime(key: Buffer, formId: number, nowMs: number): string {
  return `${nowMs}.${sign(key, 'rendered', String(formId), String(nowMs))}`;
}

const FASTEST_HUMAN_MS = 2_000;

const honeypot: SpamCheck = (evidence) =>
  evidence.honeypot ? { check: 'honeypot', reason: 'the hidden field was filled in' } : null;

const haste: SpamCheck = ({ rendered, formId, key, nowMs }) => {
  if (rendered === undefined || rendered === '') return null;
  const [time = '', signature = ''] = rendered.split('.');
  if (!isSigned(key, signature, 'rendered', String(formId), time))
    return { check: 'time', reason: 'the time of rendering is forged' };
  const elapsed = nowMs - Number(time);
  return elapsed < FASTEST_HUMAN_MS ? { check: 'time', reason: `sent after ${elapsed} ms` } : null;
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

/** The site's list, one entry per line; entries too short or too long to mean anything are passed over. */
export function readDisallowedWords(list: string): readonly string[] {
  return list
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim().toLowerCase())
    .filter((word) => word.length >= 2 && word.length <= 256);
}
