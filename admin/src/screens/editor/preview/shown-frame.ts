/** How long a page of a front end has, once it is loaded, to say that it listens. */
const listensWithinMs = 1_500;

/** The frame that shows a page, which is loaded again where the page does not listen. */
export function createShownFrame() {
  let element: HTMLIFrameElement | null = null;
  let isLoaded = false;
  let waiting: (() => boolean) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let scrolled = 0;

  const load = (): void => {
    if (!element) return;
    scrolled = scrollOf(element);
    isLoaded = false;
    waiting = null;
    // The page stays on the screen until the next one is there.
    element.src = String(element.getAttribute('src'));
  };
  return {
    take(next: HTMLIFrameElement | null): void {
      clearTimeout(timer);
      element = next;
      isLoaded = false;
      waiting = null;
      scrolled = 0;
    },
    window: (): Window | null => element?.contentWindow ?? null,
    loaded(): void {
      isLoaded = true;
      if (element && scrolled > 0) scrollTo(element, scrolled);
      const isListening = waiting;
      if (isListening) timer = setTimeout(() => isListening() || load(), listensWithinMs);
    },
    /** Loads the page again; one that is just being loaded may still begin to listen, and is then left alone. */
    reload(isListening: () => boolean): void {
      if (isLoaded) load();
      else waiting = isListening;
    },
  };
}

/** How far a page was read; 0 where it is one of another origin, which does not say. */
function scrollOf({ contentWindow }: HTMLIFrameElement): number {
  try {
    return contentWindow?.scrollY ?? 0;
  } catch {
    return 0;
  }
}

function scrollTo({ contentWindow }: HTMLIFrameElement, y: number): void {
  try {
    contentWindow?.scrollTo(0, y);
  } catch {
    // It has become a page of another origin.
  }
}
