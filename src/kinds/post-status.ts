/** The states a post can be put into, in the order the interface lists them. */
export const writableStatuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;

const needLeave = new Set(['publish', 'future', 'private']);

/** Whether putting a post into this state asks for the right to publish. */
export const needsPublishing = (status: string): boolean => needLeave.has(status);

/** Publishing ahead of its date is scheduling, and scheduling for the past is publishing. */
export function statusAt(status: string, dateGmt: string, nowGmt: string): string {
  if (status === 'publish' && dateGmt > nowGmt) return 'future';
  if (status === 'future' && dateGmt <= nowGmt) return 'publish';
  return status;
}
