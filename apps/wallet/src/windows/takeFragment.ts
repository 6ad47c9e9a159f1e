/**
 * Returns the URL's fragment and removes it from the address bar and the history. So it is neither copied with the URL nor visible to
 * others.
 */
export function takeFragment({ window }: { window: Pick<Window, 'location' | 'history'> }): string {
  const fragment = window.location.hash.slice(1)
  window.history.replaceState(null, '', window.location.pathname)
  return fragment
}
