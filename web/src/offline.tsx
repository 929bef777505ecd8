/* The page without a net: a service worker keeps every file. A new version waits until somebody says yes. */
import { signal } from '@preact/signals';
import { say } from './words';

const waiting = signal<ServiceWorker | null>(null);

export function startOffline(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  void serviceWorker.register('sw.js').then((registration) => {
    const watch = () => {
      const fresh = registration.installing;
      fresh?.addEventListener('statechange', () => {
        if (fresh.state === 'installed' && serviceWorker.controller) waiting.value = fresh;
      });
    };
    if (registration.waiting && serviceWorker.controller) waiting.value = registration.waiting;
    registration.addEventListener('updatefound', watch);
  });
}

function update(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.value?.postMessage('now');
  waiting.value = null;
}

export function Update() {
  if (!waiting.value) return null;
  return (
    <div class="notice" role="status">
      <p>
        {say('update')}
        <button type="button" class="button act" onClick={update}>
          {say('update.now')}
        </button>
        <button type="button" class="button quiet" onClick={() => (waiting.value = null)}>
          {say('update.later')}
        </button>
      </p>
    </div>
  );
}
