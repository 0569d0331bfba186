import { openContent, type SiteFacts } from 'platen/content';
import { contentUrl } from './environment';

/** Reads the site while a page is rendered on demand. */
export const content = openContent({ url: contentUrl });

const freshMs = 60_000;
let known: { readonly facts: Promise<SiteFacts>; readonly until: number } | undefined;

/** What every page shows, read once a minute. */
export function siteFacts(): Promise<SiteFacts> {
  if (!known || known.until < Date.now()) {
    const facts = content.site();
    facts.catch(() => {
      known = undefined;
    });
    known = { facts, until: Date.now() + freshMs };
  }
  return known.facts;
}
