import { isDeadOwner, type Store, workerIdentity } from '../../extension.ts';
import { tableCountStore } from './count-store.ts';
import { type EventLog, openEventLog } from './event-log.ts';
import { foldLogs } from './fold-logs.ts';
import type { PopupEvent } from './popup-event.ts';

/** Counts events durably for one process. */
export interface PopupCounter {
  /** Resolves once the event is durable. */
  count(event: PopupEvent): Promise<void>;
  /** Adds the events of every log of this machine to the counts. */
  fold(): Promise<void>;
  close(): Promise<void>;
}

/** After this many events a new log is started, so that the old one can be removed while the process runs. */
const eventsPerLog = 200_000;

/**
 * Opens the counter on a folder of logs; log names contain the process identity, so that others can see when it has
 * ended.
 */
export async function openPopupCounter(folder: string, store: Store): Promise<PopupCounter> {
  const self = workerIdentity();
  const counts = tableCountStore(store);
  let opened = 0;
  let written = 0;
  let log: EventLog | null = null;
  let opening: Promise<EventLog> | null = null;

  const isAbandoned = (name: string) => {
    const owner = ownerOf(name);
    return owner === self ? name !== log?.name : isDeadOwner(owner);
  };
  const current = (): Promise<EventLog> | EventLog => {
    if (log) return log;
    opening ??= openEventLog(folder, logName(self, opened++)).then((made) => {
      log = made;
      opening = null;
      return made;
    });
    return opening;
  };
  const rotate = async () => {
    if (!log || written < eventsPerLog) return;
    const full = log;
    log = null;
    written = 0;
    await full.close();
  };
  const fold = () => foldLogs({ folder, store: counts, isAbandoned });

  return {
    async count(event) {
      const target = await current();
      written++;
      await target.append(event);
    },
    async fold() {
      await rotate();
      await fold();
    },
    async close() {
      await opening;
      const last = log;
      log = null;
      await last?.close();
      await fold();
    },
  };
}

/** The owner's identity and a number as a file name. */
const logName = (owner: string, number: number) => `${owner.replaceAll('/', '~')}~${number}.log`;
const ownerOf = (log: string) => log.replace(/~\d+\.log$/, '').replaceAll('~', '/');
