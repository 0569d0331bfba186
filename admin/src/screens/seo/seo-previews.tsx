import { Stack, Text } from '@mantine/core';
import { useOwnWords } from '../../words/words.tsx';
import classes from './seo.module.css';
import type { SeoAnswer } from './seo-api.ts';
import { seoWords } from './words.ts';

/** The item as a search engine may show it. */
export function SearchResult({ shown }: { readonly shown: SeoAnswer['shown'] }) {
  const own = useOwnWords(seoWords);
  return (
    <Stack gap={2} className={classes['result'] ?? ''} dir="auto">
      <Text size="sm" c="dimmed">
        {shown.canonical}
      </Text>
      <Text className={classes['resultTitle'] ?? ''}>{shown.title}</Text>
      <Text size="sm" lineClamp={3}>
        {shown.description}
      </Text>
      {shown.noindex && (
        <Text size="sm" fw={600}>
          {own.leftOut}
        </Text>
      )}
    </Stack>
  );
}

/** The item as a card on a site that links to it. */
export function SharedCard({ shown }: { readonly shown: SeoAnswer['shown'] }) {
  const host = URL.parse(shown.canonical)?.host ?? '';
  return (
    <div className={classes['card']} dir="auto">
      {shown.picture_url !== '' && <img className={classes['cardPicture']} src={shown.picture_url} alt="" />}
      <Stack gap={2} className={classes['cardText'] ?? ''}>
        <Text size="xs" c="dimmed">
          {host}
        </Text>
        <Text fw={600} lineClamp={2}>
          {shown.social_title}
        </Text>
        <Text size="sm" lineClamp={2}>
          {shown.social_description}
        </Text>
      </Stack>
    </div>
  );
}
