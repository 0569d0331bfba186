import { openContent } from 'platen/content';
import { taggedFetch } from 'platen/next';

/** Where Platen answers this server. */
export const contentUrl = process.env['CONTENT_URL'] ?? 'http://127.0.0.1:8080';

/** Where browsers reach it, if that is another address: for the editor and for forms. */
export const editorUrl = process.env['EDITOR_URL'] ?? contentUrl;

/** Where visitors read. */
export const siteUrl = process.env['SITE_URL'] ?? 'http://127.0.0.1:3000';

export const webhookSecret = process.env['WEBHOOK_SECRET'] ?? '';

/**
 * What the pages show. Answers are cached until Platen says that they have changed; without a webhook, as with WordPress,
 * they are asked for again after a minute.
 */
export const content = openContent({
  url: contentUrl,
  fetch: taggedFetch({ revalidate: webhookSecret === '' ? 60 : false }),
});

/** A date as the readers of the site write it. */
export const shownDate = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
