/* Parts of the page that are loaded when they are first shown: the first visit does without them. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { say } from './words';

export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | null>(null);
  const failed = signal(false);
  return function Lazy(props: Props) {
    useEffect(() => {
      failed.value = false;
      if (loaded.peek() === null)
        load().then(
          (part) => (loaded.value = part),
          () => (failed.value = true),
        );
    }, []);
    const Part = loaded.value;
    if (Part) return <Part {...props} />;
    return failed.value ? <p role="alert">{say('lazy.failed')}</p> : null;
  };
}
