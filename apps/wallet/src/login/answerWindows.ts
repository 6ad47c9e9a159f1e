import { type PopupGo, popupSignal } from '@latchkey/protocol'

/**
 * Vouches for an attempt that began here. Any window of the wallet's own origin that asks about it gets the handshake, and no other
 * page does. A site's page can neither ask nor answer instead, because the browser reports the origin of each message.
 *
 * @param options.origin the wallet's own
 * @returns a function that stops it
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
