/** What Kubernetes sets in every container for a service: `PLATEN_SERVICE_HOST`, `PLATEN_PORT=tcp://…` and so on. */
const serviceNames =
  /^PLATEN_(?:\w+_)?SERVICE_(?:HOST|PORT(?:_\w+)?)$|^PLATEN_(?:\w+_)?PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?$/;
const portName = /^PLATEN_(?:\w+_)?PORT$/;
const portValue = /^(?:tcp|udp|sctp):\/\/\S+:\d+$/;

/** The environment without variables that describe services called `platen` or `platen-…`, and their names. */
export function withoutServiceVariables(env: Readonly<Record<string, string | undefined>>): {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ignored: readonly string[];
} {
  const isService = ([name, value]: [string, string | undefined]) =>
    serviceNames.test(name) || (portName.test(name) && portValue.test(value ?? ''));
  const entries = Object.entries(env);
  return {
    env: Object.fromEntries(entries.filter((entry) => !isService(entry))),
    ignored: entries.filter(isService).map(([name]) => name),
  };
}

/** One line for the log where a variable was ignored that is also the name of an option; null where none was. */
export function ignoredNote(ignored: readonly string[]): string | null {
  return ignored.includes('PLATEN_PORT')
    ? 'PLATEN_PORT describes a Kubernetes service and is ignored. Set the port with --port, or "enableServiceLinks: false" in the pod.'
    : null;
}
