// Loaded into the server before its own code: measures how long its event loop is held, in processor time of the main
// thread, and tells the process that started it. Workers and child processes of the server are left alone.
import v8 from 'node:v8';
import vm from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const tickMs = 5;
const reportedMs = 40;

if (isMainThread && process.send && process.argv[2] === 'serve') watch();

function watch() {
  v8.setFlagsFromString('--expose-gc');
  const gc = vm.runInNewContext('gc');
  const thread = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = thread();
  let longest = 0;
  const look = () => {
    const now = thread();
    const ms = now - last;
    last = now;
    longest = Math.max(longest, ms);
    if (ms > reportedMs) process.send({ hold: { at: Date.now(), ms } });
  };
  setInterval(look, tickMs).unref();
  process.on('message', (order) => {
    if (order === 'begin') {
      look();
      longest = 0;
      process.send({ begun: true });
    }
    if (order === 'end') {
      look();
      process.send({ longest });
    }
    if (order === 'memory') {
      gc();
      last = thread();
      process.send({ memory: { heap: process.memoryUsage().heapUsed, rss: process.memoryUsage.rss() } });
    }
  });
  process.channel?.unref();
}
