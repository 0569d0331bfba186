const en = {
  generate: 'Generate one',
  copy: 'Copy it',
  strengths: {
    weak: 'Weak: easy to guess. Make it longer.',
    fair: 'Fair: a few more words make it better.',
    good: 'Good',
    strong: 'Strong',
  },
};

const de: typeof en = {
  generate: 'Eines erzeugen',
  copy: 'Kopieren',
  strengths: {
    weak: 'Schwach: leicht zu erraten. Machen Sie es länger.',
    fair: 'Mäßig: Ein paar Wörter mehr machen es besser.',
    good: 'Gut',
    strong: 'Stark',
  },
};

/** The words of the choice of a password. */
export const passwordWords = { en, de };
