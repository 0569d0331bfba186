import { describe, expect, it } from 'vitest';
import { nextVersion, releasedChangelog } from '../scripts/release-steps.mjs';

describe('the next version', () => {
  it.each([
    ['patch', '1.2.4'],
    ['minor', '1.3.0'],
    ['major', '2.0.0'],
    ['1.9.0', '1.9.0'],
  ])('by %s is %s', (step, version) => {
    expect(nextVersion('1.2.3', step)).toBe(version);
  });

  it.each(['1.2.2', 'newer', '1.2', 'toString'])('is not %s', (step) => {
    expect(() => nextVersion('1.2.3', step)).toThrow();
  });
});

describe('the changelog of a release', () => {
  const text = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n';

  it('has what was unreleased under its version, and an empty section before it', () => {
    const released = releasedChangelog(text, '0.2.0', '2026-02-01');
    expect(released.text).toContain('## Unreleased\n\n## 0.2.0 (2026-02-01)\n\n### Added\n\n- A thing.\n');
    expect(released.text).toContain('## 0.1.0 (2026-01-01)\n\n- The first.');
    expect(released.notes).toContain('- A thing.');
  });

  it('cannot be made of nothing, or twice', () => {
    expect(() => releasedChangelog('# Changelog\n\n## Unreleased\n\n', '0.2.0', '2026-02-01')).toThrow('nothing');
    expect(() => releasedChangelog(text, '0.1.0', '2026-02-01')).toThrow('already');
  });
});
