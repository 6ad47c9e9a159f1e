import { type FrameEvent, type FrameMessage, frameSignal, frameVersion } from '@latchkey/protocol'
import { frameHelloSchema } from '@latchkey/protocol/wallet'
import * as z from 'zod/mini'
import type { Schedule } from '../device/Schedule.ts'
import { findJsonFlaw } from './findJsonFlaw.ts'
import { matchOrigin } from './matchOrigin.ts'

/** The half of `Window` that the hand-shake needs. */
export type HandshakeWindow = {
  parent: unknown
  opener: unknown
  location: { ancestorOrigins?: { length: number; [index: number]: string } }
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  removeEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
}

/**
 * Milliseconds until the frame says once more that it is there, each time that it hears nothing: a page may miss what is said while it stands
 * still. Together less than the host waits.
 */
const pauses = [250, 500, 1_000, 2_000, 4_000]

/** A host that was let in. */
export type AcceptedHost = {
  /** The verified origin of the page that holds the frame. */
  origin: string
  port: MessagePort
  nonce: string
}

/**
 * Waits for the one hello that is right: from the window that holds the frame, of an origin that the project allows and that is the
 * only ancestor, for this project and version, with a port. Everything else is ignored, and after it every further window message.
 * Says that it is there until a hello comes.
 *
 * @param options.documentId tells this document from the next one in the same frame
 * @param options.kitFault why the kit of the page is not served: a page that is let in otherwise is told so, over the port it gave
 * @param options.allowedOrigins the project's list, as the server tells it
 * @param options.refused told of a hello that was refused and why, for the log; `settings` when the list could not be had
 */
export function acceptHello({
  window,
  schedule,
  documentId,
  projectId,
  kitFault,
  allowedOrigins,
  refused,
}: {
  window: HandshakeWindow
  schedule: Schedule
  documentId: string
  projectId: string
  kitFault?: string | undefined
  allowedOrigins: () => Promise<readonly string[]>
  refused?: (reason: string) => void
}): Promise<AcceptedHost> {
  const host = window.parent !== window ? window.parent : window.opener
  return new Promise((resolve) => {
    // One after the other, so that two that arrive together cannot both be accepted.
    let turn: Promise<void> = Promise.resolve()
    let done = false
    let stopSaying = () => {}
    const check = async (event: MessageEvent) => {
      if (done) return
      // Without the project's list nobody is let in, and the next hello asks for it anew.
      const reason = await findFault({ event, window, host, projectId, allowedOrigins }).catch(() => 'settings')
      const port = event.ports[0]
      if (done) return
      if (reason !== undefined || !port) {
        refused?.(reason ?? 'port')
        return
      }
      if (kitFault !== undefined) {
        refused?.('kit')
        const event: FrameEvent = { name: 'alert', code: 'frame_failed', message: kitFault }
        port.postMessage({ k: 'evt', event } satisfies FrameMessage)
        return
      }
      done = true
      window.removeEventListener('message', listen)
      resolve({ origin: event.origin, port, nonce: (event.data as { nonce: string }).nonce })
    }
    const listen = (event: MessageEvent) => {
      // Other scripts of the page chat on the window too; they are no concern of ours.
      if (event.source !== host || !isHello(event.data)) return
      stopSaying()
      turn = turn.then(() => check(event))
    }
    window.addEventListener('message', listen)
    const sayLoaded = ([pause, ...others]: readonly number[]) => {
      // No data and any target: whoever holds the frame may know that it is there.
      ;(host as { postMessage?: (message: unknown, target: string) => void } | null)?.postMessage?.(
        { k: frameSignal.loaded, id: documentId },
        '*',
      )
      if (pause !== undefined) stopSaying = schedule(() => sayLoaded(others), pause)
    }
    sayLoaded(pauses)
  })
}

function isHello(data: unknown): boolean {
  return typeof data === 'object' && data !== null && (data as { k?: unknown }).k === frameSignal.hello
}

async function findFault({
  event,
  window,
  host,
  projectId,
  allowedOrigins,
}: {
  event: MessageEvent
  window: HandshakeWindow
  host: unknown
  projectId: string
  allowedOrigins: () => Promise<readonly string[]>
}): Promise<string | undefined> {
  if (!host || event.source !== host) return 'source'
  if (event.ports.length !== 1) return 'port'
  if (findJsonFlaw({ value: event.data, maxBytes: 1024 })) return 'shape'
  const hello = z.safeParse(frameHelloSchema, event.data)
  if (!hello.success) return 'shape'
  if (hello.data.v !== frameVersion) return 'version'
  if (hello.data.projectId !== projectId) return 'project'
  const ancestors = window.location.ancestorOrigins
  // A frame inside a frame: the one in the middle could lie about who asks. Opened as a window there is no ancestor.
  if (ancestors && window.parent !== window && (ancestors.length !== 1 || ancestors[0] !== event.origin))
    return 'ancestor'
  if (!matchOrigin({ origin: event.origin, allowed: await allowedOrigins() })) return 'origin'
  return undefined
}
