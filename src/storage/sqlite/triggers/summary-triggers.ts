import { commentCountTriggers } from './comment-count-triggers.ts';
import { postCountTriggers } from './post-count-triggers.ts';
import { termNameTriggers, termPostTriggers } from './term-triggers.ts';

/** Triggers that maintain the summary tables, whichever program writes. */
export function summaryTriggers(prefix: string): string[] {
  return [
    ...postCountTriggers(prefix),
    ...termPostTriggers(prefix),
    ...termNameTriggers(prefix),
    ...commentCountTriggers(prefix),
  ];
}
