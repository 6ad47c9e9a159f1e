import type { SendFeature, SendSpeed } from '@latchkey/core'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'

/** The speeds of a transaction, the cheapest first. */
export const speeds: readonly SendSpeed[] = ['standard', 'fast', 'instant']

/** Cost of each speed. */
export type GasPrices = Awaited<ReturnType<SendFeature['gasPrices']>>

/** Milliseconds between two requests for prices. */
const refreshMs = 15_000

/** Milliseconds after the last change of the payment until its prices are requested. */
const debounceMs = 300

/**
 * Returns the current cost of each speed, and renews it while the component is mounted.
 *
 * @param key identifies the asset. A change clears the prices. Undefined without an asset: no prices are requested
 * @param payment identifies receiver and amount. A change keeps the prices until there are new ones
 * @returns `isCurrent`: the prices belong to this payment, not to an earlier one
 */
export function useGasPrices(
  key: string | undefined,
  payment = '',
): { prices: GasPrices | undefined; isWaiting: boolean; isCurrent: boolean } {
  const { send } = useModalScope().latchkey
  const [answer, setAnswer] = useState<{ key: string; payment: string; prices: GasPrices | undefined }>()
  const asked = useRef<string>(undefined)
  useEffect(() => {
    if (key === undefined) return undefined
    let isWanted = true
    let timer: number | undefined
    const ask = () => {
      asked.current = key
      const settle = (prices: GasPrices | undefined) => {
        if (!isWanted) return
        setAnswer({ key, payment, prices })
        timer = window.setTimeout(ask, refreshMs)
      }
      // Speeds can be chosen without prices. The preview shows the cost, or why it is unknown.
      send.gasPrices().then(settle, () => settle(undefined))
    }
    if (asked.current === key) timer = window.setTimeout(ask, debounceMs)
    else ask()
    return () => {
      isWanted = false
      window.clearTimeout(timer)
    }
  }, [send, key, payment])
  const isOfAsset = key !== undefined && answer?.key === key
  return {
    prices: isOfAsset ? answer.prices : undefined,
    isWaiting: !isOfAsset,
    isCurrent: isOfAsset && answer.payment === payment,
  }
}
