/**
 * Takes what stands behind the `#` of the address and removes it from the address bar and the history, so that it is neither copied
 * with the address nor seen over a shoulder.
 */
export function takeFragment({ window }: { window: Pick<Window, 'location' | 'history'> }): string {
  const fragment = window.location.hash.slice(1)
  window.history.replaceState(null, '', window.location.pathname)
  return fragment
}
