// Ends what a test started, whatever happened to the test: reads "+PID", "-PID" and "rm FOLDER" lines, and acts when
// its input closes, which also happens when the process that wrote them was killed, or when its time is over.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const pids = new Set();
const folders = new Set();

function endAll() {
  for (const pid of pids) {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
  setTimeout(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    process.exit(0);
  }, 300);
}

setTimeout(endAll, Number(process.argv[2]));
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  if (line.startsWith('+')) pids.add(Number(line.slice(1)));
  else if (line.startsWith('-')) pids.delete(Number(line.slice(1)));
  else if (line.startsWith('rm ')) folders.add(line.slice(3));
});
lines.on('close', endAll);
// Ended by the closing of its input alone: a signal to the whole group must not stop it from tidying up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
