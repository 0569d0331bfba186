import type { NpmProject } from './npm-peer.ts';

export const directusProject: NpmProject = {
  package: 'directus',
  oldestMajor: 11,
  manifest: {
    dependencies: { mysql2: '^3.9.0' },
    // The sandbox for extensions, which is not used here: these releases include their binaries.
    overrides: { 'isolated-vm': '^6.1.0' },
  },
  files: {},
};
