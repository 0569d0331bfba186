import { formatDate } from './date-pattern.ts';
import type { MailTagLookup } from './mail-tags.ts';

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
