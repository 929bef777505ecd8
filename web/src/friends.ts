/* People: whom we follow and block, who invites us, and how to challenge somebody. */
import { signal } from '@preact/signals';
import type { Invited } from './protocol';

export const invitations = signal<Invited[]>([]);
