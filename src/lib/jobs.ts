/** Work in the background, by name. Whatever runs without a caller that waits for it runs here, so that it cannot fail unseen. */
export interface Job {
  /** Runs work once. A failure is reported and never thrown. */
  run(work: () => unknown): Promise<void>;
  /** Reports the failure of a part of the work, which goes on. */
  report(error: unknown): void;
}

/** Every job of the program; those of extensions are named after them. Each has a test in which it fails. */
export const jobNames = [
  'audit log pruning',
  'change log',
  'content model',
  'continuous backup',
  'database servers',
  'dump',
  'feed watch',
  'foreign changes',
  'imports and exports',
  'list orders',
  'lists',
  'mail',
  'meta index comparison',
  'password mail',
  'personal data requests',
  'picture copies',
  'prefetch',
  'queue',
  'redirect hits',
  'rendered texts',
  'replica',
  'response cache',
  'scheduled posts',
  'search comparison',
  'search index',
  'triggers',
  'unhandled',
  'upload leases',
  'upload recovery',
  'webhooks',
] as const;
export type JobName = (typeof jobNames)[number];

/** How the runs of a job ended in this process. */
export interface JobTally {
  failures: number;
  lastSuccessMs: number | null;
}

/** The background jobs of a site. */
export interface Jobs {
  of(name: JobName): Job;
  /** The job of an extension; `log` is told of its failures in place of the log of the program. */
  ofExtension(extension: string, name: string, log: (error: unknown) => void): Job;
  readonly tallies: ReadonlyMap<string, JobTally>;
}

export function createJobs(logFailure: (name: string, error: unknown) => void, clock: () => number): Jobs {
  const tallies = new Map<string, JobTally>();
  const tallyOf = (name: string): JobTally => {
    const tally = tallies.get(name) ?? { failures: 0, lastSuccessMs: null };
    tallies.set(name, tally);
    return tally;
  };
  const jobOf = (name: string, log: (error: unknown) => void): Job => {
    // From the start on, so that metrics name every job before its first run.
    tallyOf(name);
    const report = (error: unknown): void => {
      tallyOf(name).failures += 1;
      log(error);
    };
    return {
      report,
      async run(work) {
        try {
          await work();
          tallyOf(name).lastSuccessMs = clock();
        } catch (error) {
          report(error);
        }
      },
    };
  };
  return {
    tallies,
    of: (name) => jobOf(name, (error) => logFailure(name, error)),
    ofExtension: (extension, name, log) => jobOf(`${extension} ${name}`, log),
  };
}

/** For what is opened without a log, such as the store of a command: failures are warnings of the process. */
export const warningJobs: Jobs = createJobs((name, error) => {
  const detail = error instanceof Error && error.stack ? { detail: error.stack } : {};
  process.emitWarning(`The background job "${name}" failed: ${error}`, detail);
}, Date.now);
