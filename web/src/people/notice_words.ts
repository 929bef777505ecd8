/* What the page and the service worker agree on about notices. */
export const NOTICE_WORDS = 'notice-words'; // the cache in which the page keeps their texts
export const NOTICE_KINDS = ['turn', 'challenge', 'invitation', 'time', 'hello'] as const;

export interface NoticeWords {
  kinds: Record<string, string>; // with {game} and {name}
  games: Record<string, string>;
}
