import type { OnrampFeature, OnrampState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseBuyParameters = {
  /** Reads the available tokens, and renews quotes while the component is mounted. True by default. */
  watch?: boolean | undefined
}

export type UseBuyReturnType = {
  state: OnrampState
} & Pick<
  OnrampFeature,
  'load' | 'listAssets' | 'edit' | 'refresh' | 'start' | 'reopen' | 'follow' | 'cancel' | 'dismiss' | 'resume'
>

const onServer: OnrampState = {
  form: { asset: undefined, currency: 'USD', method: 'card', amount: '' },
  issues: [],
  options: { status: 'idle', value: undefined, isSample: false, error: undefined },
  pricing: { status: 'idle', quotes: [], refusals: [], isSample: false, error: undefined },
  starting: undefined,
  orders: [],
}

/**
 * Buys tokens with a card or a bank account: `edit` → quotes in `state.pricing` → `start` in a click handler, which opens the provider's
 * window → `follow`. Sums are decimal text. `state.issues` lists errors of the form. A quote with `isSample` is an estimate and cannot be
 * paid.
 *
 * @example
 * const { state, edit, start } = useBuy()
 * edit({ asset, currency: 'USD', amount: '100' })
 * const { orderId } = await start({ quoteId: state.pricing.quotes[0].quoteId })
 */
export function useBuy({ watch = true }: UseBuyParameters = {}): UseBuyReturnType {
  const { onramp } = useLatchkeyContext().latchkey
  const state = useReadable(onramp, onServer)
  useEffect(() => {
    if (!watch) return
    void onramp.load()
    return onramp.watch()
  }, [onramp, watch])
  return useMemo(() => {
    const { load, listAssets, edit, refresh, start, reopen, follow, cancel, dismiss, resume } = onramp
    return { state, load, listAssets, edit, refresh, start, reopen, follow, cancel, dismiss, resume }
  }, [state, onramp])
}
