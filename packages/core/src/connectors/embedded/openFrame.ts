import { frameSignal, frameVersion } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment, Page } from '../../environment/Environment.ts'
import type { FrameMount, MountFrame } from '../../environment/FrameMount.ts'
import { isRecord } from '../isRecord.ts'
import { createFrameRequests, type FrameRequests } from './createFrameRequests.ts'

/** Milliseconds in which the frame has to load and answer the hello. */
export const frameLoadTimeout = 10_000

/** A frame with a private port. */
export type OpenFrame = Pick<FrameRequests, 'ask'> & {
  mount: FrameMount
  /** Unix milliseconds of the frame's `ready`. */
  readyAt: number
  /** Closes the port and removes the frame. Open requests fail with `frame_failed`. */
  close: () => void
}

/**
 * Mounts the frame and opens a private port to it. Only one window at one origin gets the port: messages from other windows or origins are
 * ignored, and a `ready` without our nonce ends it.
 *
 * @throws LatchkeyError `frame_failed` if the frame is not ready after 10 s: it could not be loaded, or does not allow this site. Its
 *   `details` list the completed steps, which `alerts/findAlerts.ts` explains.
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
  /** An open frame was reloaded, navigated or removed. */
  onLost: () => void
}): Promise<OpenFrame> {
  return new Promise((resolve, reject) => {
    const nonce = crypto.randomUUID()
    /** The port on which the frame sent `ready`. */
    let port: MessagePort | undefined
    let documentId: unknown
    let steps = ''
    const requests = createFrameRequests({ environment, post: (message) => port?.postMessage(message) })

    const close = () => {
      environment.clearTimeout(timer)
      page.removeEventListener('message', onMessage)
      port?.close()
      port = undefined
      mount.remove()
      const error = new ServiceError('frame_failed', { details: steps })
      requests.fail(error)
      reject(error)
    }
    const lose = () => {
      const wasOpen = port
      steps += 'lost '
      close()
      if (wasOpen) onLost()
    }
    const receive = (own: MessagePort, data: unknown) => {
      // Messages that arrive after the frame was removed are late.
      if (!isRecord(data) || !mount.window()) return
      const { k, event } = data
      if (k === 'res') requests.receive(data)
      else if (isRecord(event)) {
        if (port) onEvent(event)
        else if (event.name === 'alert') {
          // The frame allows this site, but not this version of the kit.
          steps += event.message
          close()
        } else if (event.name === 'ready') {
          steps += 'ready '
          if (event.nonce !== nonce) return lose()
          port = own
          // Some engines also report it if we close the port.
          port.addEventListener('close', () => port && lose())
          environment.clearTimeout(timer)
          resolve({ mount, readyAt: environment.now(), ask: requests.ask, close })
        }
      }
    }
    const onMessage = (event: Event) => {
      const { data, source, origin } = event as MessageEvent<unknown>
      const target = mount.window()
      if (!target || source !== target || origin !== url.origin) return
      if (!isRecord(data) || data.k !== frameSignal.loaded) return
      const { id } = data
      if (port) {
        // A new document means that the other end of our port is gone. The same document may have sent this before it received the hello.
        if (!id || id !== documentId) lose()
        return
      }
      documentId = id
      const { port1: own, port2 } = new MessageChannel()
      steps += 'hello '
      own.onmessage = (message) => receive(own, message.data)
      target.postMessage({ k: frameSignal.hello, v: frameVersion, projectId, nonce }, url.origin, [port2])
    }
    const onLoad = () => {
      steps += 'loaded '
    }
    const mount = mountFrame({ url: url.href, title, onCancel, onLoad, onLost: lose })
    const timer = environment.setTimeout(close, frameLoadTimeout)
    page.addEventListener('message', onMessage)
  })
}
