import { loggedAt } from '../changes/change-log.ts';

/**
 * A commit that the server turns into a rollback if it begins later than this after the change was logged. Who waits for
 * the commit gives up at that time, but a server that hangs may still have the statement in its receive buffer, and would
 * otherwise store a change that was refused. The server's clock alone decides.
 */
export function commitUnlessLate(milliseconds: number): string {
  const deadline = `${loggedAt} + interval ${milliseconds * 1_000} microsecond`;
  const refuse = `rollback; signal sqlstate '45000' set message_text = 'The commit came too late.'`;
  return `/* commit */ begin not atomic if sysdate(6) > ${deadline} then ${refuse}; else commit; end if; end`;
}
