import type { ExtensionFaults, FaultTally } from './extension-faults.ts';

/** The faults of extensions in the text format of Prometheus. */
export function faultMetrics({ tallies }: ExtensionFaults): string {
  const found = tallies();
  return [
    counter('platen_extension_errors_total', 'Faults of extensions, by place.', found, (tally) => tally.errors),
    counter(
      'platen_extension_deadlines_total',
      'Calls of extensions that did not end in time, by place.',
      found.filter((tally) => tally.deadlines > 0),
      (tally) => tally.deadlines,
    ),
  ].join('');
}

function counter(
  name: string,
  help: string,
  tallies: readonly FaultTally[],
  value: (tally: FaultTally) => number,
): string {
  const lines = tallies.map(
    (tally) => `${name}{extension="${label(tally.extension)}",place="${label(tally.place)}"} ${value(tally)}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} counter\n${lines.join('')}`;
}

/** A value as a label: backslashes, quotes and line ends are escaped. */
export function label(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
