import { blows } from './attack-kinds.ts';

/** A process of its own, so that what the attackers do takes no time from whoever measures the visitors. */
const [origin = '', connections = '1', only = ''] = process.argv.slice(2);
const counts: Record<string, number> = {};
let goesOn = true;
const kinds = Object.entries(blows).filter(([name]) => only === '' || only.split(',').includes(name));

async function attack(number: number): Promise<void> {
  const kind = kinds[number % kinds.length];
  if (!kind) return;
  const [name, blow] = kind;
  for (let turn = number; goesOn; turn += Number(connections)) {
    counts[name] = (counts[name] ?? 0) + 1;
    await blow(origin, turn).catch(() => {});
    await new Promise((next) => setTimeout(next, 1));
  }
}

process.on('message', () => {
  goesOn = false;
  // Whoever still waits for an answer is not waited for.
  process.send?.(counts, () => process.exit(0));
});
for (let number = 0; number < Number(connections); number++) attack(number);
process.send?.('begun');
