import { queryOptions } from '@tanstack/react-query';
import type { Routes } from '../../api/interface.ts';
import { send } from '../../api/request.ts';

/** What the values belong to. */
export type SeoSubject =
  | { readonly kind: 'item'; readonly id: number }
  | { readonly kind: 'term'; readonly id: number; readonly taxonomy: string };

export type SeoAnswer = Routes['/platen/v1/content/{id}/seo']['GET']['edit'];
export type SeoFields = Omit<SeoAnswer, 'shown'>;

/** Taxonomies that a site declares are not among those of the types. */
const addressOf = (subject: SeoSubject) =>
  subject.kind === 'item'
    ? { path: `/platen/v1/content/${subject.id}/seo`, query: {} }
    : { path: `/platen/v1/terms/${subject.id}/seo`, query: { taxonomy: subject.taxonomy } };

/** Stores the values, or only asks what the page would say with them. */
export async function sendSeo(subject: SeoSubject, fields: Partial<SeoFields>, options: { readonly isTried: boolean }) {
  const { path, query } = addressOf(subject);
  const body = { ...fields, ...query, dry_run: options.isTried };
  return (await send<SeoAnswer>({ method: 'POST', path, body })).body;
}

const keyOf = (subject: SeoSubject) => ['seo', subject.kind, subject.id] as const;

export const seoQuery = (subject: SeoSubject) =>
  queryOptions({
    queryKey: keyOf(subject),
    queryFn: async ({ signal }) => (await send<SeoAnswer>({ method: 'GET', ...addressOf(subject), signal })).body,
  });

/** What the page would say with values that are not stored yet. */
export const triedSeoQuery = (subject: SeoSubject, fields: Partial<SeoFields>) =>
  queryOptions({
    queryKey: [...keyOf(subject), 'tried', fields],
    queryFn: () => sendSeo(subject, fields, { isTried: true }),
    retry: false,
  });
