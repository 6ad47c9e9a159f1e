import { frameRequestTimeout, type LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FrameRequestType } from '@latchkey/protocol/wallet'
import type { Environment } from '../../environment/Environment.ts'
import { isRecord } from '../isRecord.ts'
import { toFrameError } from './toFrameError.ts'

/** The requests that are open on one port. */
export type FrameRequests = {
  /**
   * Sends one request and waits for its one answer: 30 s, an RPC call for as long as its owner thinks.
   * Given up by the signal, a step ends at once (`request_aborted`); an RPC call ends with what the frame says became of it,
   * `rpc_aborted` when nothing was signed yet.
   * @throws LatchkeyError what the frame refused with, `frame_timeout`, `request_aborted`
   */
  ask: (type: FrameRequestType, payload: unknown, signal: AbortSignal) => Promise<unknown>
  /** Takes an answer from the port; one that nobody waits for is dropped. */
  receive: (message: Record<string, unknown>) => void
  /** The port died: nothing will be answered any more. */
  fail: (error: LatchkeyError) => void
}

type Finish = (error: LatchkeyError | undefined, answer?: unknown) => void

/** Keeps the requests of one port: each is answered exactly once, whatever arrives, and gives its timer back. */
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
        // The frame stops showing what nobody waits for.
        const abort = () => send(crypto.randomUUID(), 'rpcAbort', { id })
        const expire = () => {
          abort()
          finish(new ServiceError('frame_timeout'))
        }
        const startTimer = () => environment.setTimeout(expire, frameRequestTimeout)
        let timer = isRpc ? undefined : startTimer()
        const onAbort = () => {
          abort()
          // What was signed meanwhile cannot be taken back, and only the frame knows: its answer counts.
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
