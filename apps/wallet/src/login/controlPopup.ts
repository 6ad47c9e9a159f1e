import { type PopupGo, popupSignal } from '@latchkey/protocol'
import type { SocialAttempt } from '@latchkey/protocol/wallet'

/** A window opened for an attempt. */
export type PopupControl = {
  /** The browser returned it. If not, it may still exist, but disconnected from its opener. */
  isOpen: boolean
  /** Stops answering it. */
  stop: () => void
  /** Closes it unless it is disconnected, because its purpose is done. */
  close: () => void
}

/**
 * Opens the window of an attempt, and answers only that window when it reports that it has loaded. Called inside the click.
 *
 * @param options.origin the wallet's own
 */
export function controlPopup({
  attempt: { attemptId, handshake, popupUrl },
  openWindow,
  listen,
  origin,
}: {
  attempt: Pick<SocialAttempt, 'attemptId' | 'handshake' | 'popupUrl'>
  openWindow: (url: string) => unknown
  listen: (listener: (event: MessageEvent) => void) => () => void
  origin: string
}): PopupControl {
  const opened = openWindow(popupUrl) as Pick<Window, 'postMessage' | 'close'> | null
  const stop = listen(({ source, origin: from, data }) => {
    if (opened === null || source !== opened || from !== origin) return
    const { k, attemptId: asked } = (data ?? {}) as { k?: unknown; attemptId?: unknown }
    if (k !== popupSignal.ready || asked !== attemptId) return
    const go: PopupGo = { k: popupSignal.go, attemptId, handshake }
    opened.postMessage(go, origin)
  })
  return { isOpen: opened !== null, stop, close: () => opened?.close() }
}
