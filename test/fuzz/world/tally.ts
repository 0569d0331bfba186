/** Counts what was asked and how it went. */
export interface Tally {
  count(endpoint: string, role: string, status: number | string): void;
  readonly requests: number;
  /** Requests by one of their facts. */
  by(fact: 'endpoint' | 'role' | 'status'): ReadonlyMap<string, number>;
}

export function createTally(): Tally {
  const counts = {
    endpoint: new Map<string, number>(),
    role: new Map<string, number>(),
    status: new Map<string, number>(),
  };
  let requests = 0;
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  return {
    count(endpoint, role, status) {
      requests++;
      add(counts.endpoint, endpoint);
      add(counts.role, role);
      add(counts.status, String(status));
    },
    get requests() {
      return requests;
    },
    by: (fact) => counts[fact],
  };
}
