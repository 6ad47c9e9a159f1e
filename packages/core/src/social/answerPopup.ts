import { type PopupGo, popupSignal } from '@latchkey/protocol'
import { isRecord } from '../connectors/isRecord.ts'

/**
 * Gives the wallet's window the handshake of its attempt once it says that it is there. Only that very window, at the
 * wallet's exact origin, and only once: whoever the window is led to later learns nothing.
 *
 * @returns the function that stops listening
 */
export function answerPopup({
  page,
  popup,
  origin,
  attemptId,
  handshake,
}: {
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>
  popup: Pick<Window, 'postMessage'>
  /** The wallet's. */
  origin: string
  attemptId: string
  handshake: string
}): () => void {
  const receive = ({ source, origin: sender, data }: MessageEvent<unknown>) => {
    if (source !== popup || sender !== origin || !isRecord(data)) return
    if (data.k !== popupSignal.ready || data.attemptId !== attemptId) return
    stop()
    const go: PopupGo = { k: popupSignal.go, attemptId, handshake }
    popup.postMessage(go, origin)
  }
  const stop = () => page.removeEventListener('message', receive)
  page.addEventListener('message', receive)
  return stop
}
