import { frameRequestTimeout, type LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FrameRequestType } from '@latchkey/protocol/wallet'
import type { Environment } from '../../environment/Environment.ts'
import { isRecord } from '../isRecord.ts'
import { toFrameError } from './toFrameError.ts'

/** The open requests of a port. */
export type FrameRequests = {
  /**
   * Sends a request and waits for its answer: 30 s, or without a limit for an RPC call. If the signal aborts, a step ends immediately
   * (`request_aborted`). An RPC call ends with the frame's answer, which is `rpc_aborted` if nothing was signed.
   * @throws LatchkeyError the error of the frame, `frame_timeout`, `request_aborted`
   */
  ask: (type: FrameRequestType, payload: unknown, signal: AbortSignal) => Promise<unknown>
  /** Processes an answer from the port. Answers without an open request are dropped. */
  receive: (message: Record<string, unknown>) => void
  /** Ends all requests after the port died. */
  fail: (error: LatchkeyError) => void
}

type Finish = (error: LatchkeyError | undefined, answer?: unknown) => void

/** Manages the requests of a port. Each gets exactly one result, and its timer is cleared. */
export function createFrameRequests({
  environment,
  post,
}: {
  environment: Pick<Environment, 'setTimeout' | 'clearTimeout'>
  post: (message: unknown) => void
}): FrameRequests {
  const open = new Map<string, Finish>()
  let dead: LatchkeyError | undefined
  const send = (id: string, type: string, payload: unknown) => post({ k: 'req', id, type, payload })

  return {
    ask: (type, payload, signal) =>
      new Promise((resolve, reject) => {
        const id = crypto.randomUUID()
        const isRpc = type === 'rpc'
        // Tells the frame to close the card of an aborted request.
        const abort = () => send(crypto.randomUUID(), 'rpcAbort', { id })
        const expire = () => {
          abort()
          finish(new ServiceError('frame_timeout'))
        }
        const startTimer = () => environment.setTimeout(expire, frameRequestTimeout)
        let timer = isRpc ? undefined : startTimer()
        const onAbort = () => {
          abort()
          // A signature cannot be taken back, and only the frame knows about it, so its answer counts.
          if (isRpc) timer = startTimer()
          else finish(new ServiceError('request_aborted'))
        }
        const finish: Finish = (error, answer) => {
          open.delete(id)
          environment.clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          if (error) reject(error)
          else resolve(answer)
        }
        open.set(id, finish)
        signal.addEventListener('abort', onAbort)
        if (dead) finish(dead)
        else {
          send(id, type, payload)
          if (signal.aborted) onAbort()
        }
      }),
    receive: ({ id, ok, result, error }) => {
      const finish = open.get(id as string)
      if (ok === true) finish?.(undefined, result)
      else finish?.(toFrameError(isRecord(error) ? error : {}))
    },
    fail: (error) => {
      dead = error
      for (const finish of open.values()) finish(error)
    },
  }
}
