import type { WalletCapabilities } from '@latchkey/core'
import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useAccount } from './useAccount.ts'

export type UseCapabilitiesParameters = {
  /** The active network by default. */
  chainId?: ChainId | undefined
  /** False prevents requests. True by default. */
  enabled?: boolean | undefined
}

export type UseCapabilitiesReturnType = {
  /** `idle` while no EVM wallet is connected, or with `enabled: false`. */
  status: 'idle' | 'loading' | 'ready' | 'failed'
  capabilities: WalletCapabilities | undefined
  error: LatchkeyError | undefined
  refresh: () => void
}

/**
 * Returns the wallet's capabilities on a network (EIP-5792): batches, sponsored network costs, permissions for apps.
 *
 * @example const { capabilities } = useCapabilities()
 */
export function useCapabilities({
  chainId,
  enabled = true,
}: UseCapabilitiesParameters = {}): UseCapabilitiesReturnType {
  const { latchkey } = useLatchkeyContext()
  const { account } = useAccount()
  const [round, setRound] = useState(0)
  const [read, setRead] = useState<{ key: string; capabilities?: WalletCapabilities; error?: LatchkeyError }>()
  const isAsked = enabled && account?.namespace === 'eip155'
  const asked = chainId ?? account?.chainId
  const key = isAsked ? `${account.connector.id} ${account.address} ${asked} ${round}` : undefined

  useEffect(() => {
    if (key === undefined || asked === undefined) return
    let isOver = false
    const take = (next: Omit<NonNullable<typeof read>, 'key'>) => {
      if (!isOver) setRead({ key, ...next })
    }
    latchkey.calls.capabilities({ chainId: asked }).then(
      (capabilities) => take({ capabilities }),
      (cause: unknown) =>
        take({ error: cause instanceof LatchkeyError ? cause : new LatchkeyError('internal', { cause }) }),
    )
    return () => {
      isOver = true
    }
  }, [latchkey, key, asked])

  const refresh = useCallback(() => setRound((before) => before + 1), [])
  return useMemo(() => {
    if (key === undefined) return { status: 'idle', capabilities: undefined, error: undefined, refresh }
    if (read?.key !== key) return { status: 'loading', capabilities: undefined, error: undefined, refresh }
    const { capabilities, error } = read
    return { status: error ? 'failed' : 'ready', capabilities, error, refresh }
  }, [key, read, refresh])
}
