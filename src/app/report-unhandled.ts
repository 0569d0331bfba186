import { stdSerializers } from 'pino';
import { runningExtension } from '../background/guard.ts';
import type { Services } from './open-services.ts';

/** What nothing handled: an error that was thrown, after which the process has to end, or the rejection of a promise. */
export type UnhandledKind = 'exception' | 'rejection';

/** Logs and counts what nothing handled, under the name of the extension that started it. */
export function createUnhandledReport({
  log,
  jobs,
  extensionFaults,
}: Pick<Services, 'log' | 'jobs' | 'extensionFaults'>): (error: unknown, kind: UnhandledKind) => void {
  const job = jobs.of('unhandled');
  let isEnding = false;
  return (error, kind) => {
    const extension = runningExtension();
    if (extension !== undefined) extensionFaults.note(extension, `unhandled ${kind}`, { error, late: false });
    const err = loggable(error);
    // A timer may throw again and again until the process has ended.
    if (kind === 'rejection' || isEnding) return job.report(err);
    isEnding = true;
    const by = extension === undefined ? {} : { extension };
    log.fatal({ err, ...by }, 'an error that nothing caught ends this process');
  };
}

/** The error, or another one in its place: what an extension throws may throw itself when it is looked at. */
function loggable(error: unknown): unknown {
  try {
    // The serializer returns what is no error as it is.
    JSON.stringify(stdSerializers.err(error as Error));
    return error;
  } catch {
    return new Error('A value was thrown that cannot be shown.');
  }
}
