import { Group, Select, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLanguage, useOwnWords } from '../../words/words.tsx';
import { dateFormats, formatted, timeFormats } from './date-formats.ts';
import { settingsWords } from './words.ts';

/** The locales that are offered; one that is stored and not among them is offered too. */
const locales =
  'ar bg_BG ca cs_CZ da_DK de_AT de_CH de_DE el en_AU en_CA en_GB en_US es_ES es_MX et fi fr_CA fr_FR he_IL hr hu_HU id_ID it_IT ja ko_KR lt_LT lv nb_NO nl_BE nl_NL pl_PL pt_BR pt_PT ro_RO ru_RU sk_SK sl_SI sv_SE tr_TR uk vi zh_CN zh_TW'.split(
    ' ',
  );

interface SiteLanguageProps {
  readonly value: string;
  readonly onChange: (locale: string) => void;
}

/** The language that readers see, by its name in the language of this page. */
export function SiteLanguage({ value, onChange }: SiteLanguageProps) {
  const own = useOwnWords(settingsWords);
  const { code } = useLanguage();
  const choices = useMemo(() => {
    const names = new Intl.DisplayNames(code, { type: 'language' });
    const named = [...new Set([value, ...locales])].map((locale) => ({ value: locale, label: nameOf(locale, names) }));
    return named.sort((one, other) => one.label.localeCompare(other.label, code));
  }, [value, code]);
  return (
    <Select
      label={own.siteLanguage}
      description={own.siteLanguageHint}
      data={choices}
      searchable
      allowDeselect={false}
      value={value}
      onChange={(locale) => locale && onChange(locale)}
    />
  );
}

function nameOf(locale: string, names: Intl.DisplayNames): string {
  try {
    return names.of(locale.split('_').slice(0, 2).join('-')) ?? locale;
  } catch {
    return locale;
  }
}

interface FormatFieldProps {
  readonly kind: 'date' | 'time';
  /** The locale of the site, in whose language the examples are. */
  readonly locale: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (format: string) => void;
}

const ownFormat = 'own';

/** How dates or times are written: chosen by an example, or typed. */
export function FormatField({ kind, locale, value, error, onChange }: FormatFieldProps) {
  const own = useOwnWords(settingsWords);
  const offered = kind === 'date' ? dateFormats : timeFormats;
  const [isTyped, setTyped] = useState(!offered.includes(value));
  const now = useMemo(() => new Date(), []);
  const language = locale.split('_').slice(0, 2).join('-');
  const example = (format: string) => formatted(format, now, language);
  return (
    <Group grow align="flex-start">
      <Select
        label={kind === 'date' ? own.dateFormat : own.timeFormat}
        data={[
          ...offered.map((format) => ({ value: format, label: example(format) })),
          { value: ownFormat, label: own.ownFormat },
        ]}
        allowDeselect={false}
        value={isTyped ? ownFormat : value}
        error={isTyped ? undefined : error}
        onChange={(chosen) => {
          setTyped(chosen === ownFormat);
          if (chosen && chosen !== ownFormat) onChange(chosen);
        }}
      />
      {isTyped && (
        <TextInput
          label={kind === 'date' ? own.dateLetters : own.timeLetters}
          description={own.example(example(value))}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Group>
  );
}
