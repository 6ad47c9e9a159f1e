import type { AccountId } from '@latchkey/protocol'
import { useLatchkey, useModal } from '@latchkey/react'
import { useQuery } from '@tanstack/react-query'
import { projectConfigQuery } from '../api/queries.ts'
import { useSite } from '../site/SiteContext.ts'
import { useAccountAddress } from './useAccountAddress.ts'

/**
 * Returns a function that opens the kit's onramp, with the asset to buy (CAIP-10) if it is available. Undefined if the server has no
 * onramp. Sends the request only for a connected visitor.
 */
export function useBuyWithCard(): ((options?: { asset?: AccountId }) => void) | undefined {
  const site = useSite()
  const { onramp } = useLatchkey()
  const { open } = useModal()
  const { status } = useAccountAddress()
  const { data } = useQuery({ ...projectConfigQuery({ api: site }), enabled: status === 'connected' })
  if (!data?.value.features.some(({ id, isEnabled }) => id === 'onramp' && isEnabled)) return undefined
  return ({ asset: wanted } = {}) => {
    void open({ view: 'OnRampProviders' })
    if (wanted === undefined) return
    void onramp.load().then(() => {
      const asset = onramp.listAssets().find(({ id }) => id.toLowerCase() === wanted.toLowerCase())
      if (asset) onramp.edit({ asset })
    })
  }
}
