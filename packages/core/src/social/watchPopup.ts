import type { Environment, TimerId } from '../environment/Environment.ts'

/** Milliseconds between two checks of the window, because a closed window sends no event. */
export const popupWatchInterval = 500
/**
 * Milliseconds for which a closed window is not reported. A window that is done closes itself, and the wallet needs a moment afterwards.
 */
export const popupGoneDelay = 4_000

/**
 * Watches whether a window appears closed. A page with a Cross-Origin-Opener-Policy appears closed while it is open, so this is only a
 * hint.
 *
 * @returns a function that stops watching
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
