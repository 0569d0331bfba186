import { stripMarkup } from '../render/html.ts';
import { answerKind, type FormTag } from '../template/form-tag.ts';
import { acceptanceCondition } from '../template/tag-options.ts';
import { type PostedData, single } from './posted-data.ts';

/** The value of a mail tag; undefined leaves the tag unchanged. */
export type MailTagLookup = (name: string, values: readonly string[]) => string | undefined;

/** Fills in the tags of a text; doubled brackets print a tag literally. */
export function fillTags(text: string, lookup: MailTagLookup): string {
  return fill(text, lookup).text;
}

/** Fills in a body; with `excludeBlank`, a line whose tags are all empty is removed. */
export function fillBody(text: string, lookup: MailTagLookup, excludeBlank: boolean): string {
  if (!excludeBlank) return fillTags(text, lookup);
  return text
    .split('\n')
    .map((line) => fill(line, lookup))
    .filter(({ tags, filled }) => tags === 0 || filled > 0)
    .map((line) => line.text)
    .join('\n');
}

const mailTag = /(\[?)\[([A-Za-z_][A-Za-z0-9_:.-]*)((?:\s+(?:"[^"]*"|'[^']*'))*)\s*\](\]?)/g;

function fill(text: string, lookup: MailTagLookup): { text: string; tags: number; filled: number } {
  let tags = 0;
  let filled = 0;
  const result = text.replace(mailTag, (whole, before: string, name: string, quoted: string, after: string) => {
    if (before !== '' && after !== '') return whole.slice(1, -1);
    const value = lookup(
      name,
      [...quoted.matchAll(/"([^"]*)"|'([^']*)'/g)].map((part) => part[1] ?? part[2] ?? ''),
    );
    if (value === undefined) return whole;
    tags++;
    if (value !== '') filled++;
    return before + value + after;
  });
  return { text: result, tags, filled };
}

/** The data of a submission for mail tags. */
export interface SubmittedFields {
  readonly tags: readonly FormTag[];
  readonly posted: PostedData;
  /** Names of the accepted files, by field. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** The answers to challenges, by field. */
  readonly challenges: ReadonlyMap<string, string>;
}

/** Looks up posted fields, `[_raw_NAME]` and `[_format_NAME "pattern"]`; undefined for anything that was not posted. */
export function fieldLookup(fields: SubmittedFields): MailTagLookup {
  return (name, values) => {
    if (name.startsWith('_raw_')) return joined(fields.posted.raw.get(name.slice('_raw_'.length)));
    if (name.startsWith('_format_')) {
      const date = single(fields.posted.values.get(name.slice('_format_'.length)));
      return values[0] === undefined ? undefined : formatDate(values[0], date);
    }
    return fieldValue(fields, name);
  };
}

function fieldValue({ tags, posted, files, challenges }: SubmittedFields, name: string): string | undefined {
  const tag = tags.find((candidate) => candidate.name === name && answerKind(candidate) !== 'none');
  if (tag?.basetype === 'file') return (files.get(name) ?? []).join(', ');
  if (tag && answerKind(tag) === 'challenge') return challenges.get(name) ?? '';
  if (tag?.basetype === 'acceptance') {
    const given = single(posted.values.get(name)) !== '';
    return `${given ? 'Agreed' : 'Not agreed'}: ${stripMarkup(acceptanceCondition(tag))}`;
  }
  return joined(posted.values.get(name));
}

function joined(value: string | readonly string[] | undefined): string | undefined {
  if (value === undefined) return undefined;
  return (typeof value === 'string' ? value : value.join(', ')).trim();
}

/** The values of special mail tags for one submission. */
export interface SubmissionFacts {
  readonly remoteAddress: string;
  readonly userAgent: string;
  readonly url: string;
  /** Local time of the submission, `YYYY-MM-DD HH:MM:SS`. */
  readonly localTime: string;
  readonly dateFormat: string;
  readonly timeFormat: string;
  readonly serial: number;
  readonly invalidFields: number;
  readonly site: {
    readonly title: string;
    readonly description: string;
    readonly url: string;
    readonly adminEmail: string;
  };
  readonly post: {
    readonly id: number;
    readonly slug: string;
    readonly title: string;
    readonly url: string;
    readonly author: string;
    readonly authorEmail: string;
  } | null;
  readonly user: Readonly<Record<string, string>> | null;
}

/** Looks up `[_remote_ip]`, `[_date]`, `[_site_title]` and similar tags; undefined for names that are not special. */
export function specialLookup(facts: SubmissionFacts): MailTagLookup {
  return (name) => {
    if (Object.hasOwn(specials, name)) return specials[name]!(facts);
    if (name.startsWith('_user_'))
      return new Map(Object.entries(facts.user ?? {})).get(name.slice('_user_'.length)) ?? '';
    return undefined;
  };
}

/** Titles are stored as HTML; mail headers are plain text. */
export function decodeEntities(text: string): string {
  return text
    .replace(/&#(\d{1,7});/g, (whole, code: string) =>
      Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole,
    )
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name] ?? '');
}

const specials: Readonly<Record<string, (facts: SubmissionFacts) => string>> = {
  _remote_ip: (facts) => facts.remoteAddress,
  _user_agent: (facts) => facts.userAgent,
  _url: (facts) => facts.url,
  _date: (facts) => formatDate(facts.dateFormat, facts.localTime),
  _time: (facts) => formatDate(facts.timeFormat, facts.localTime),
  _invalid_fields: (facts) => String(facts.invalidFields),
  _serial_number: (facts) => String(facts.serial),
  _post_id: (facts) => String(facts.post?.id ?? ''),
  _post_name: (facts) => facts.post?.slug ?? '',
  _post_title: (facts) => decodeEntities(facts.post?.title ?? ''),
  _post_url: (facts) => facts.post?.url ?? '',
  _post_author: (facts) => facts.post?.author ?? '',
  _post_author_email: (facts) => facts.post?.authorEmail ?? '',
  _site_title: (facts) => decodeEntities(facts.site.title),
  _site_description: (facts) => decodeEntities(facts.site.description),
  _site_url: (facts) => facts.site.url,
  _site_admin_email: (facts) => facts.site.adminEmail,
};

/**
 * Formats a `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` value by the site's date format letters (`F j, Y`, `g:i a`);
 * a value that is not a date is returned unchanged. A backslash escapes the next letter.
 */
export function formatDate(pattern: string, value: string): string {
  const at = new Date(`${value.replace(' ', 'T')}${value.length > 10 ? 'Z' : 'T00:00:00Z'}`);
  if (!/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/.test(value) || Number.isNaN(at.getTime())) return value;
  return pattern.replace(/\\?[\s\S]/g, (piece) => {
    if (piece.length === 2) return piece[1]!;
    return letters[piece]?.(at) ?? piece;
  });
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const two = (value: number) => String(value).padStart(2, '0');
const day = (at: Date) => days[at.getUTCDay()]!;
const month = (at: Date) => months[at.getUTCMonth()]!;
const hour12 = (at: Date) => at.getUTCHours() % 12 || 12;
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const dayOfYear = (at: Date) => Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / 86_400_000);

function suffix(date: number): string {
  if (date >= 11 && date <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][date % 10] ?? 'th';
}

const letters: Readonly<Record<string, (at: Date) => string>> = {
  d: (at) => two(at.getUTCDate()),
  D: (at) => day(at).slice(0, 3),
  j: (at) => String(at.getUTCDate()),
  l: day,
  N: (at) => String(at.getUTCDay() || 7),
  S: (at) => suffix(at.getUTCDate()),
  w: (at) => String(at.getUTCDay()),
  z: (at) => String(dayOfYear(at)),
  F: month,
  m: (at) => two(at.getUTCMonth() + 1),
  M: (at) => month(at).slice(0, 3),
  n: (at) => String(at.getUTCMonth() + 1),
  t: (at) => String(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()),
  L: (at) => (isLeap(at.getUTCFullYear()) ? '1' : '0'),
  Y: (at) => String(at.getUTCFullYear()),
  y: (at) => two(at.getUTCFullYear() % 100),
  a: (at) => (at.getUTCHours() < 12 ? 'am' : 'pm'),
  A: (at) => (at.getUTCHours() < 12 ? 'AM' : 'PM'),
  g: (at) => String(hour12(at)),
  G: (at) => String(at.getUTCHours()),
  h: (at) => two(hour12(at)),
  H: (at) => two(at.getUTCHours()),
  i: (at) => two(at.getUTCMinutes()),
  s: (at) => two(at.getUTCSeconds()),
};
