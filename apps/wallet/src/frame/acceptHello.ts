import { type FrameEvent, type FrameMessage, frameSignal, frameVersion } from '@latchkey/protocol'
import { frameHelloSchema } from '@latchkey/protocol/wallet'
import * as z from 'zod/mini'
import type { Schedule } from '../device/Schedule.ts'
import { findJsonFlaw } from './findJsonFlaw.ts'
import { matchOrigin } from './matchOrigin.ts'

/** The members of `Window` that the handshake needs. */
export type HandshakeWindow = {
  parent: unknown
  opener: unknown
  location: { ancestorOrigins?: { length: number; [index: number]: string } }
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  removeEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
}

/**
 * Milliseconds before the frame repeats its signal, because a frozen page may miss messages. The total is less than the host's
 * timeout.
 */
const pauses = [250, 500, 1_000, 2_000, 4_000]

/** A host that passed the handshake. */
export type AcceptedHost = {
  /** The verified origin of the page that holds the frame. */
  origin: string
  port: MessagePort
  nonce: string
}

/**
 * Waits for the one valid hello. It must come from the window that holds the frame, with an allowed origin that is the only ancestor.
 * It must also have the right project and version, and a port. Everything else is ignored, and so are all window messages after it.
 * Signals its presence until a hello arrives.
 *
 * @param options.documentId distinguishes this document from the next one in the same frame
 * @param options.kitFault why the page's kit is not supported. A page that passes all other checks receives it over its port
 * @param options.allowedOrigins the project's list from the server
 * @param options.refused called with the reason of a refused hello, for the log; `settings` if the list could not be loaded
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
    // Sequential, so that two hellos that arrive together cannot both be accepted.
    let turn: Promise<void> = Promise.resolve()
    let done = false
    let stopSaying = () => {}
    const check = async (event: MessageEvent) => {
      if (done) return
      // Without the project's list every host is refused, and the next hello loads it again.
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
      // Messages of the page's other scripts to the window are not ours.
      if (event.source !== host || !isHello(event.data)) return
      stopSaying()
      turn = turn.then(() => check(event))
    }
    window.addEventListener('message', listen)
    const sayLoaded = ([pause, ...others]: readonly number[]) => {
      // No data and any target: every parent may know that the frame has loaded.
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
  // In nested frames, the middle one could lie about the asking site. A top-level window has no ancestor.
  if (ancestors && window.parent !== window && (ancestors.length !== 1 || ancestors[0] !== event.origin))
    return 'ancestor'
  if (!matchOrigin({ origin: event.origin, allowed: await allowedOrigins() })) return 'origin'
  return undefined
}
