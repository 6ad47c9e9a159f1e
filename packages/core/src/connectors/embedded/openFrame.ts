import { frameSignal, frameVersion } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment, Page } from '../../environment/Environment.ts'
import type { FrameMount, MountFrame } from '../../environment/FrameMount.ts'
import { isRecord } from '../isRecord.ts'
import { createFrameRequests, type FrameRequests } from './createFrameRequests.ts'

/** How long the frame may take to load and to answer the hello. */
export const frameLoadTimeout = 10_000

/** A frame with a private port. */
export type OpenFrame = Pick<FrameRequests, 'ask'> & {
  mount: FrameMount
  /** Unix milliseconds of the frame's `ready`. */
  readyAt: number
  /** Ends the port and takes the frame off the page; what is open is answered `frame_failed`. */
  close: () => void
}

/**
 * Puts the frame on the page and gets a private port to it. The port is given to one window at one origin only: a message
 * that does not come from that frame, or not from the wallet's origin, is ignored, and a `ready` without our nonce ends it.
 *
 * @throws LatchkeyError `frame_failed` when the frame is not ready after 10 s: it could not be loaded, or does not let this site in
 */
export function openFrame({
  environment,
  page,
  mountFrame,
  url,
  title,
  projectId,
  onEvent,
  onCancel,
  onLost,
}: {
  environment: Environment
  page: Page
  mountFrame: MountFrame
  url: URL
  title: string
  projectId: string
  onEvent: (event: Record<string, unknown>) => void
  onCancel: () => void
  /** An open frame is gone: reloaded, navigated or taken away. */
  onLost: () => void
}): Promise<OpenFrame> {
  return new Promise((resolve, reject) => {
    const nonce = crypto.randomUUID()
    let port: MessagePort | undefined
    let ready = false
    const requests = createFrameRequests({ environment, post: (message) => port?.postMessage(message) })

    const close = () => {
      ready = false
      environment.clearTimeout(timer)
      page.removeEventListener('message', onMessage)
      port?.close()
      mount.remove()
      const error = new ServiceError('frame_failed')
      requests.fail(error)
      reject(error)
    }
    const lose = () => {
      const wasOpen = ready
      close()
      if (wasOpen) onLost()
    }
    const receive = ({ data }: MessageEvent<unknown>) => {
      if (!isRecord(data)) return
      const { k, event } = data
      if (k === 'res') requests.receive(data)
      else if (isRecord(event)) {
        if (ready) onEvent(event)
        else if (event.name === 'ready' && event.nonce === nonce) {
          ready = true
          environment.clearTimeout(timer)
          resolve({ mount, readyAt: environment.now(), ask: requests.ask, close })
        } else close()
      }
    }
    const onMessage = (event: Event) => {
      const { data, source, origin } = event as MessageEvent<unknown>
      const target = mount.window()
      if (!target || source !== target || origin !== url.origin) return
      if (!isRecord(data) || data.k !== frameSignal.loaded) return
      // Loaded a second time: the document that held the other end of our port is gone.
      if (port) return lose()
      const channel = new MessageChannel()
      port = channel.port1
      port.onmessage = receive
      port.addEventListener('close', lose)
      target.postMessage({ k: frameSignal.hello, v: frameVersion, projectId, nonce }, url.origin, [channel.port2])
    }
    const mount = mountFrame({ url: url.href, title, onCancel, onLost: lose })
    const timer = environment.setTimeout(close, frameLoadTimeout)
    page.addEventListener('message', onMessage)
  })
}
