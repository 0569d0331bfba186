import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Query } from '../../api/request.ts';
import { sendExportFile } from './send-export-file.ts';

/** Sends a file to a route of exchange jobs, with its progress; stopping it is no error. */
export function useUpload(path: string) {
  const client = useQueryClient();
  const [file, choose] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const controller = useRef<AbortController | null>(null);
  const sending = useMutation({
    mutationFn: (query: Query) => {
      const stopping = new AbortController();
      controller.current = stopping;
      setShare(0);
      const { signal } = stopping;
      return sendExportFile(path, file ?? new File([], ''), query, { progress: setShare, signal });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['exchange'] }),
  });
  return {
    file,
    choose,
    share,
    send: (query: Query) => sending.mutate(query),
    stop: () => controller.current?.abort(new DOMException('', 'AbortError')),
    isPending: sending.isPending,
    error: sending.error instanceof DOMException ? null : sending.error,
  };
}

export type Upload = ReturnType<typeof useUpload>;
