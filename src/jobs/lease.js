import { isDeadOwner } from './process-identity.ts';
/** Whether another worker may take the lease: nobody owns it, it has expired, or its owner's process has ended. */
export function isFree({ owner, untilMs }, nowMs) {
  return owner === '' || untilMs < nowMs || isDeadOwner(owner);
}
