/**
 * Takes the token from a link's fragment and removes it from the address bar and the history, so that it is neither copied with the
 * address nor seen over a shoulder.
 *
 * @returns null when there is none
 */
export function takeToken({ window }: { window: Pick<Window, 'location' | 'history'> }): string | null {
  const token = window.location.hash.slice(1)
  window.history.replaceState(null, '', window.location.pathname)
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
}
