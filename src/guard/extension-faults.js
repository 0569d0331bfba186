const linesPerMinute = 5;
const longestMessage = 500;
const mostPlaces = 2000;
/** Logs at most a few lines a minute for each place, so that an extension that fails on every request fills no disk. */
export function createExtensionFaults(log, clock) {
  const tallies = new Map();
  return {
    tallies: () => [...tallies.values()],
    note(extension, place, { error, late }) {
      const key = `${extension}\0${place}`;
      const known = tallies.get(key);
      if (!known && tallies.size >= mostPlaces) return;
      const tally = known ?? { extension, place, errors: 0, deadlines: 0, windowMs: clock(), lines: 0, silenced: 0 };
      tallies.set(key, tally);
      tally.errors += 1;
      if (late) tally.deadlines += 1;
      if (clock() - tally.windowMs >= 60000) Object.assign(tally, { windowMs: clock(), lines: 0 });
      if (tally.lines >= linesPerMinute) {
        tally.silenced += 1;
        return;
      }
      tally.lines += 1;
      const silenced = tally.silenced > 0 ? { silenced: tally.silenced } : {};
      tally.silenced = 0;
      log.error({ extension, place, ...describe(error), ...silenced }, `the extension "${extension}" failed`);
    },
  };
}
function describe(error) {
  try {
    if (!(error instanceof Error)) return { error: String(error).slice(0, longestMessage) };
    const at = error.stack?.split('\n')[1]?.trim().slice(0, longestMessage);
    return { error: `${error.name}: ${error.message}`.slice(0, longestMessage), ...(at ? { at } : {}) };
  } catch {
    return { error: 'a value that cannot be shown' };
  }
}
