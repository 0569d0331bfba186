/** Who asks when a crawler does. Only visitors: what members see is never shared, so there is nothing to warm. */
export interface Crawler {
  readonly title: string;
  readonly device: 'desktop' | 'mobile';
}

/**
 * One crawler per sort of answer that the cache tells apart; its place in the list is its id. Picture formats are
 * settled per file by `Accept`, so pages do not differ by them.
 */
export function crawlers(mobile: boolean): readonly Crawler[] {
  const desktop: Crawler = { title: 'Guest - Desktop', device: 'desktop' };
  return mobile ? [desktop, { title: 'Guest - Mobile', device: 'mobile' }] : [desktop];
}
