import type { SendFeature, SendSpeed } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'

/** The speeds of a transaction, the cheapest first. */
export const speeds: readonly SendSpeed[] = ['standard', 'fast', 'instant']

/** Cost of each speed. */
export type GasPrices = Awaited<ReturnType<SendFeature['gasPrices']>>

/** Milliseconds between two requests for prices. */
const refreshMs = 15_000

/**
 * Returns the current cost of each speed, and renews it while the component is mounted.
 *
 * @param key identifies the asset. A change clears the prices. Undefined without an asset: no prices are requested
 */
export function useGasPrices(key: string | undefined): { prices: GasPrices | undefined; isWaiting: boolean } {
  const { send } = useModalScope().latchkey
  const [answer, setAnswer] = useState<{ key: string; prices: GasPrices | undefined }>()
  useEffect(() => {
    if (key === undefined) return undefined
    let isWanted = true
    let timer: number | undefined
    const ask = () => {
      const settle = (prices: GasPrices | undefined) => {
        if (!isWanted) return
        setAnswer({ key, prices })
        timer = window.setTimeout(ask, refreshMs)
      }
      // Speeds can be chosen without prices. The preview shows the cost, or why it is unknown.
      send.gasPrices().then(settle, () => settle(undefined))
    }
    ask()
    return () => {
      isWanted = false
      window.clearTimeout(timer)
    }
  }, [send, key])
  return {
    prices: answer?.key === key ? answer?.prices : undefined,
    isWaiting: key === undefined || answer?.key !== key,
  }
}
