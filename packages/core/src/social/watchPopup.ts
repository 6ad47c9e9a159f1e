import type { Environment, TimerId } from '../environment/Environment.ts'

/** A window that is closed tells nobody, so it is looked at this often, in milliseconds. */
export const popupWatchInterval = 500
/** A window that has done its work closes by itself, and the wallet needs a moment after it: no word about it that soon. */
export const popupGoneDelay = 4_000

/**
 * Follows whether a window looks closed. A page that cuts itself off from who opened it (Cross-Origin-Opener-Policy) looks
 * closed while it is open, so this is a hint and never an answer.
 *
 * @returns the function that stops looking
 */
export function watchPopup({
  environment,
  popup,
  onChange,
}: {
  environment: Pick<Environment, 'now' | 'setTimeout' | 'clearTimeout'>
  popup: Pick<Window, 'closed'>
  onChange: (isGone: boolean) => void
}): () => void {
  let closedAt: number | undefined
  let timer: TimerId | undefined
  const look = () => {
    closedAt = popup.closed ? (closedAt ?? environment.now()) : undefined
    onChange(closedAt !== undefined && environment.now() - closedAt >= popupGoneDelay)
    timer = environment.setTimeout(look, popupWatchInterval)
  }
  look()
  return () => environment.clearTimeout(timer)
}
