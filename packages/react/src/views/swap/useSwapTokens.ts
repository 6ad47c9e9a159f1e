import type { SwapToken } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { useCallback, useEffect, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'

/** The tokens that can be swapped. */
export type SwapTokens = {
  tokens: readonly SwapToken[] | undefined
  /** Why the last attempt to read them failed. */
  error: { code: LatchkeyError['code']; message: string } | undefined
  isLoading: boolean
  retry: () => void
}

/** Reads the tokens of the active network, and returns the last list meanwhile. */
export function useSwapTokens(): SwapTokens {
  const { latchkey, memory } = useModalScope()
  const { account } = useAccount()
  const { active } = useNetwork()
  const key = `SwapTokens ${active?.caipNetworkId} ${account?.address}`
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ key: string; error: SwapTokens['error']; isLoading: boolean }>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    let isWanted = true
    setAnswer({ key, error: undefined, isLoading: true })
    latchkey.swap.listTokens().then(
      (tokens) => {
        if (!isWanted) return
        memory.set(key, tokens)
        setAnswer({ key, error: undefined, isLoading: false })
      },
      (error: unknown) => {
        if (!isWanted) return
        const known = error instanceof LatchkeyError ? error : new ServiceError('response_invalid')
        setAnswer({ key, error: { code: known.code, message: known.message }, isLoading: false })
      },
    )
    return () => {
      isWanted = false
    }
  }, [latchkey, memory, key, attempt])

  const current = answer?.key === key ? answer : undefined
  return {
    tokens: memory.get(key) as readonly SwapToken[] | undefined,
    error: current?.error,
    isLoading: current?.isLoading ?? true,
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  }
}
