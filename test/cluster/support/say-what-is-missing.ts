import { missingPackages } from './packages.ts';

/** One sentence for whoever runs the suite where it cannot run. */
export default function sayWhatIsMissing(): void {
  const missing = missingPackages();
  if (missing.length === 0) return;
  console.log(
    `The cluster tests are skipped: ${missing.join(', ')} not found. ` +
      'Install mariadb-server, galera-4, rsync and redis-server.',
  );
}
