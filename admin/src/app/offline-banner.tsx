import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { WifiOff } from 'lucide-react';
import { useWords } from '../words/words.tsx';

export function OfflineBanner() {
  const words = useWords();
  const { online } = useNetwork();
  return (
    <div role="status">
      {!online && (
        <Alert color="yellow" radius={0} icon={<WifiOff size={18} aria-hidden />}>
          {words.states.offline}
        </Alert>
      )}
    </div>
  );
}
