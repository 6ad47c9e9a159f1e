import { useCallback, useEffect, useState } from 'react'
import type { PhoneChain } from '../config/PhoneConfig.ts'
import { createChainReader } from './createChainReader.ts'
import { readBalance } from './readBalance.ts'

/** A balance, or its state while unknown. `text` is an exact decimal text. */
export type Balance = { status: 'loading' } | { status: 'ready'; text: string } | { status: 'unavailable' }

/** Milliseconds between two reads while the page is in front. */
const interval = 6_000
/** Milliseconds after a change, when a sent transaction is usually in a block. */
const settling = 1_500

/**
 * Returns an account's balance of a network's native token. Reads it at once, at intervals while the page is in front, and again after
 * `retry` or a change of `changes`.
 */
export function useBalance({
  chain: { rpcUrl },
  address,
  changes,
}: {
  chain: PhoneChain
  address: string
  changes: unknown
}): Balance & { retry: () => void } {
  const key = `${rpcUrl} ${address}`
  const [known, setKnown] = useState<{ key: string; balance: Balance }>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry or a change requires another read
  useEffect(() => {
    let isOver = false
    const read = createChainReader({ rpcUrl })
    const look = async () => {
      if (document.visibilityState === 'hidden') return
      const balance = await readBalance({ read, address })
      if (!isOver) setKnown({ key, balance })
    }
    void look()
    const soon = setTimeout(look, settling)
    const timer = setInterval(look, interval)
    document.addEventListener('visibilitychange', look)
    return () => {
      isOver = true
      clearTimeout(soon)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [key, rpcUrl, address, tries, changes])
  const retry = useCallback(() => {
    setKnown(undefined)
    setTries((before) => before + 1)
  }, [])
  return { ...(known?.key === key ? known.balance : { status: 'loading' as const }), retry }
}
