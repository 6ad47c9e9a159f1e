import type { CallsFeature } from '@latchkey/core'
import type { LatchkeyError } from '@latchkey/protocol'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useAsked } from './useAsked.ts'

/** What {@link useSendCalls} answers. */
export type UseSendCallsReturnType = {
  /** `sent`: the wallet took them; what became of them `useCallsStatus` says. */
  status: 'idle' | 'asking' | 'sent' | 'failed'
  /** By which the wallet knows them. */
  id: string | undefined
  error: LatchkeyError | undefined
  /** Asks the wallet. Never throws: what went wrong is in `error`. */
  send: (options: Parameters<CallsFeature['send']>[0]) => Promise<string | undefined>
  reset: () => void
}

/**
 * Several calls as one, all or nothing (EIP-5792).
 *
 * @example
 * const { send, id, status } = useSendCalls()
 * <button onClick={() => send({ calls: [{ to: token, data: approve }, { to: shop, data: buy }] })}>Buy</button>
 */
export function useSendCalls(): UseSendCallsReturnType {
  const { latchkey } = useLatchkeyContext()
  const { status, answer, error, ask, reset } = useAsked(latchkey.calls.send)
  return useMemo(
    () => ({
      status: status === 'done' ? 'sent' : status,
      id: answer?.id,
      error,
      send: async (options) => (await ask(options))?.id,
      reset,
    }),
    [status, answer, error, ask, reset],
  )
}
