import { describe, expect, it } from 'vitest';
import type { CreateProtocol } from './model-instance.ts';
import {
  settledByTime,
  skippingOthers,
  tellingEarly,
  trackedLog,
  trustingOrder,
  withoutCoverage,
  withoutIdentity,
  withoutInterruptions,
} from './protocols.ts';
import { runSchedule, type Schedule } from './run-schedule.ts';

const schedules = Number(process.env['PLATEN_SIMULATION_SCHEDULES'] ?? 1_000);
const firstSeed = Number(process.env['PLATEN_SIMULATION_SEED'] ?? 1);

const single = { nodes: 1, syncWait: true };
const cluster = { nodes: 3, syncWait: true };

/** The first seed that shows a stale response, with what it shows; null if none does. */
async function firstStale(count: number, schedule: Schedule): Promise<string | null> {
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    try {
      await runSchedule(seed, schedule);
    } catch (error) {
      return `PLATEN_SIMULATION_SEED=${seed}: ${String(error)}`;
    }
  }
  return null;
}

describe('no cached response is stale', () => {
  it.each([
    ['on one server with commits out of order and restarts', single, false],
    ['when a fail-over loses commits and their numbers are used again', single, true],
    ['on a cluster whose nodes apply commits late', cluster, false],
    ['on a cluster that is restored to an earlier state', cluster, true],
  ])('%s', async (_, topology, failOvers) => {
    expect(await firstStale(schedules, { topology, failOvers, create: trackedLog })).toBeNull();
  });
});

describe('the simulation finds', () => {
  const stale = (create: CreateProtocol, rest: Pick<Schedule, 'topology' | 'failOvers'>) =>
    firstStale(3_000, { ...rest, create });

  it('a protocol that trusts rows to be committed within a time', async () => {
    expect(await stale(settledByTime, { topology: single, failOvers: false })).toMatch(/SEED=\d+: .* was shown as/);
  });

  it('a protocol that trusts the order of numbers', async () => {
    expect(await stale(trustingOrder, { topology: single, failOvers: false })).toMatch(/was shown as/);
  });

  it('an instance that takes the rows below its own as found', async () => {
    expect(await stale(skippingOthers, { topology: single, failOvers: false })).toMatch(/was shown as/);
  });

  it('caches that hear of a write before it is committed', async () => {
    expect(await stale(tellingEarly, { topology: single, failOvers: false })).toMatch(/was shown as/);
  });

  it('rows without an identity after a fail-over', async () => {
    expect(await stale(withoutIdentity, { topology: single, failOvers: true })).toMatch(/was shown as/);
  });

  it('a lost connection that goes unnoticed', async () => {
    expect(await stale(withoutInterruptions, { topology: single, failOvers: true })).toMatch(/was shown as/);
  });

  it('a replica that lags', async () => {
    expect(await stale(withoutCoverage, { topology: single, failOvers: false })).toMatch(/was shown as/);
  });

  it('reads that do not wait for their node', async () => {
    const lagging = { nodes: 3, syncWait: false };
    expect(await stale(trackedLog, { topology: lagging, failOvers: false })).toMatch(/was shown as/);
  });
});
