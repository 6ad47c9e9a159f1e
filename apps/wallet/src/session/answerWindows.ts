import { type PopupGo, popupSignal } from '@latchkey/protocol'

/**
 * Vouches for an attempt that began here: whichever window of the wallet's own origin asks about it is told the handshake, and nothing else is.
 * A page of a site can neither ask nor answer in its place, because the browser says of each message which origin it is from.
 *
 * @param options.origin the wallet's own
 * @returns the function that stops it
 */
export function answerWindows({
  attemptId,
  handshake,
  listen,
  origin,
}: {
  attemptId: string
  handshake: string
  listen: (listener: (event: MessageEvent) => void) => () => void
  origin: string
}): () => void {
  return listen(({ source, origin: from, data }) => {
    if (from !== origin || source === null) return
    const { k, attemptId: asked } = (data ?? {}) as { k?: unknown; attemptId?: unknown }
    if (k !== popupSignal.ready || asked !== attemptId) return
    const go: PopupGo = { k: popupSignal.go, attemptId, handshake }
    ;(source as Pick<Window, 'postMessage'>).postMessage(go, origin)
  })
}
