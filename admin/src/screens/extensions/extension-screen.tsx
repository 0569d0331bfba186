import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { NotFound } from '../../app/fallbacks.tsx';
import { Screen } from '../../ui/screen.tsx';
import { addressOfScreen, extensionEntriesQuery } from './extension-screens.ts';
import { MountedScript } from './mounted-script.tsx';

/** A screen of an extension. */
export function ExtensionScreen() {
  const { name, path } = useParams({ strict: false });
  const { screens } = useSuspenseQuery(extensionEntriesQuery).data;
  const screen = screens.find((one) => one.extension === name && one.path === path);
  if (!screen) return <NotFound />;
  return (
    <Screen title={screen.title}>
      <MountedScript key={addressOfScreen(screen)} script={screen.script} title={screen.title} />
    </Screen>
  );
}
