/** Translates the customary spellings to commands: `--help`, `--version`, and no command at all, which serves. */
export function normalArguments(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  const before = end < 0 ? argv : argv.slice(0, end);
  if (before.some((word) => word === '--help' || word === '-h'))
    return ['help', ...before.filter((word) => !word.startsWith('-') && word !== 'help').slice(0, 3)];
  const [first] = argv;
  if (first === '--version' || first === '-v' || first === '-V') return ['version'];
  return first === undefined || first.startsWith('-') ? ['serve', ...argv] : argv;
}
