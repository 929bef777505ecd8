/* Offline use: a service worker caches every file. A new version waits until it is accepted; if the server has another version of
 * the protocol, the page has to be reloaded. */
import { effect, signal } from '@preact/signals';
import { outdated } from './connection';
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
    effect(() => {
      if (outdated.value) void registration.update();
    });
  });
}

function update(): void {
  if (!waiting.value) return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.value?.postMessage('now');
  waiting.value = null;
}

export function Update() {
  if (!waiting.value && !outdated.value) return null;
  return (
    <div class="toast" role="status">
      <p>
        {say('update')}
        <button type="button" class="button act" onClick={update}>
          {say('update.now')}
        </button>
        {!outdated.value && (
          <button type="button" class="button quiet" onClick={() => (waiting.value = null)}>
            {say('update.later')}
          </button>
        )}
      </p>
    </div>
  );
}
