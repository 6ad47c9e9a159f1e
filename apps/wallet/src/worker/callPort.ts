import { isErrorCode, ServiceError } from '@latchkey/protocol/errors'

/** The members of `MessagePort`, `Worker` or a worker scope that calls need. */
export type CallPort = {
  postMessage: (message: unknown, transfer: Transferable[]) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  removeEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  start?: () => void
}

type AnyCalls = Record<string, (...parameters: never[]) => Promise<unknown>>

type Request = { k: 'call'; id: number; name: string; parameters: unknown[] }
type Answer =
  | { k: 'answer'; id: number; ok: true; result: unknown }
  | { k: 'answer'; id: number; ok: false; code: string; message: string; retryAfter?: number }

/**
 * Creates functions that run at the other end of a port. A LatchkeyError arrives as the same error; anything else as `internal`,
 * without its text.
 *
 * @param options.names every function that can be called
 */
export function callPort<Calls extends AnyCalls>({
  port,
  names,
}: {
  port: CallPort
  names: readonly (keyof Calls & string)[]
}): { calls: Calls; close: () => void } {
  const open = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>()
  let next = 0
  const listen = ({ data }: MessageEvent) => {
    const answer = data as Answer
    if (answer?.k !== 'answer') return
    const waiting = open.get(answer.id)
    if (!waiting) return
    open.delete(answer.id)
    if (answer.ok) waiting.resolve(answer.result)
    else
      waiting.reject(
        new ServiceError(isErrorCode(answer.code) ? answer.code : 'internal', {
          // Worker bundles omit the messages of the codes, so an error there has its code as message.
          message: answer.message === answer.code ? undefined : answer.message,
          retryAfter: answer.retryAfter,
        }),
      )
  }
  port.addEventListener('message', listen)
  port.start?.()
  const entries = names.map((name) => [
    name,
    (...parameters: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = next++
        open.set(id, { resolve, reject })
        port.postMessage({ k: 'call', id, name, parameters } satisfies Request, [])
      }),
  ])
  return {
    calls: Object.fromEntries(entries) as Calls,
    close: () => {
      port.removeEventListener('message', listen)
      for (const { reject } of open.values()) reject(new ServiceError('request_aborted'))
      open.clear()
    },
  }
}

/**
 * Answers calls at this end of a port. Only the own functions of `calls` can be called.
 *
 * @returns a function that stops it
 */
export function serveCalls({ port, calls }: { port: CallPort; calls: AnyCalls }): () => void {
  const answer = (message: Answer) => port.postMessage(message, [])
  const listen = ({ data }: MessageEvent) => {
    const request = data as Partial<Request> | null
    if (request?.k !== 'call' || typeof request.id !== 'number' || typeof request.name !== 'string') return
    const { id, name, parameters } = request
    const call = (Object.hasOwn(calls, name) ? calls[name] : undefined) as
      | ((...parameters: unknown[]) => Promise<unknown>)
      | undefined
    if (!call) {
      answer({ k: 'answer', id, ok: false, ...toFailure(new ServiceError('frame_request_invalid')) })
      return
    }
    // The call starts in this turn, so that a failure before its first await is also answered.
    void new Promise((resolve) => resolve(call(...(Array.isArray(parameters) ? parameters : [])))).then(
      (result) => answer({ k: 'answer', id, ok: true, result }),
      (error: unknown) => answer({ k: 'answer', id, ok: false, ...toFailure(error) }),
    )
  }
  port.addEventListener('message', listen)
  port.start?.()
  return () => port.removeEventListener('message', listen)
}

function toFailure(error: unknown): { code: string; message: string; retryAfter?: number } {
  const known = error instanceof ServiceError ? error : new ServiceError('internal')
  return {
    code: known.code,
    message: known.message,
    ...(known.retryAfter === undefined ? {} : { retryAfter: known.retryAfter }),
  }
}
