/** The kind of visitor a crawler simulates. Responses for members are never shared, so they are not warmed. */
export interface Crawler {
  readonly title: string;
  readonly device: 'desktop' | 'mobile';
}

/**
 * One crawler per page variant in the cache; its index in the list is its id. Picture formats are
 * negotiated per file by `Accept`, so pages do not vary by them.
 */
export function crawlers(mobile: boolean): readonly Crawler[] {
  const desktop: Crawler = { title: 'Guest - Desktop', device: 'desktop' };
  return mobile ? [desktop, { title: 'Guest - Mobile', device: 'mobile' }] : [desktop];
}
