import type { Cluster } from './cluster.ts';
import { runCommand } from './run-command.ts';

/** Makes a popup; its number. */
export async function createPopup(cluster: Cluster, database: string): Promise<number> {
  return Number(await runCommand(cluster, database, ['popups', 'create', 'One']));
}

/** How often it was opened, as far as that is counted. */
export async function countedOpens({ nodes }: Cluster, database: string, popup: number): Promise<number> {
  const text = `select current from wp_platen_popup_counters where popup = ${popup} and event = 'open'`;
  const [row] = await nodes[0].query(text, database);
  return Number(row?.['current'] ?? 0);
}
