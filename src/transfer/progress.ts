/** Shows progress: on a terminal as one line that is updated, elsewhere as a line at intervals. */
export interface ProgressTarget {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

export interface Progress {
  /** `done` of `all` units; `text` names the unit. */
  show(done: number, all: number | null, text: string): void;
  end(): void;
}

const barWidth = 24;

export function createProgress(target: ProgressTarget, clock: () => number): Progress {
  const everyMs = target.isTTY ? 100 : 5000;
  let shownAt = clock();
  let isOpen = false;
  return {
    show(done, all, text) {
      if (clock() - shownAt < everyMs) return;
      shownAt = clock();
      const line = all === null ? text : `${bar(done, all)} ${text}`;
      target.write(target.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
      isOpen = true;
    },
    end() {
      if (isOpen && target.isTTY) target.write('\r\u001b[K');
      isOpen = false;
    },
  };
}

function bar(done: number, all: number): string {
  const share = all > 0 ? Math.min(1, done / all) : 1;
  const full = Math.floor(share * barWidth);
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}
