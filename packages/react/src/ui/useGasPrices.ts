import type { SendFeature, SendSpeed } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'

/** How soon a transaction should be in a block, the cheapest first. */
export const speeds: readonly SendSpeed[] = ['standard', 'fast', 'instant']

/** What the speeds cost. */
export type GasPrices = Awaited<ReturnType<SendFeature['gasPrices']>>

/** How long a price is shown as what it costs now. */
const refreshMs = 15_000

/**
 * What each speed costs now, asked again while it is looked at.
 *
 * @param key names the asset; another key forgets the last prices; undefined: no asset is chosen, and no price is asked
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
      // Without prices the speeds can still be chosen: the preview says what it costs, or why not.
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
