/* Passkeys of this browser (WebAuthn). The server gets what the authenticator says, in base64url. */
import { addPasskey, challenge, enterWithPasskey, type Me } from '../api';

/* Browsers have them in secure contexts only, and not for addresses in numbers. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

function encoded(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const decoded = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

const ALGORITHMS = [-7, -8, -257]; // ES256, EdDSA, RS256

/* Whether somebody closed the browser's dialog: that is no error. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name);

export async function createPasskey({ person, name, login }: Me, password: string, known: string[]): Promise<void> {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: decoded(await challenge()),
      rp: { name: 'Serai' },
      user: { id: new TextEncoder().encode(person), name: login ?? name, displayName: name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known.map((id) => ({ type: 'public-key', id: decoded(id) })),
    },
  });
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse)) return;
  const key = made.response.getPublicKey();
  const said = {
    id: made.id,
    client: encoded(made.response.clientDataJSON),
    data: encoded(made.response.getAuthenticatorData()),
    key: key ? encoded(key) : '',
  };
  await addPasskey(said, password);
}

export async function logInWithPasskey(): Promise<void> {
  const found = await navigator.credentials.get({
    publicKey: { challenge: decoded(await challenge()), userVerification: 'required' },
  });
  if (!(found instanceof PublicKeyCredential) || !(found.response instanceof AuthenticatorAssertionResponse)) return;
  await enterWithPasskey({
    id: found.id,
    client: encoded(found.response.clientDataJSON),
    data: encoded(found.response.authenticatorData),
    signature: encoded(found.response.signature),
  });
}
