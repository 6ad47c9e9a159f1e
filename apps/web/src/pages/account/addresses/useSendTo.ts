import { parseChainId } from '@latchkey/protocol'
import { useNetwork } from '@latchkey/react'
import { useWalletActions } from '../../../account/useWalletActions.ts'
import { useSite } from '../../../site/SiteContext.ts'
import { familyOf } from './familyOf.ts'

/** Returns a function that opens the kit's send view for an address; undefined if no network of the site has such addresses. */
export function useSendTo(address: string): (() => void) | undefined {
  const { networks } = useSite()
  const { active } = useNetwork()
  const { sendTo } = useWalletActions()
  const family = familyOf(address)
  const isActive = active !== undefined && parseChainId(active.caipNetworkId).namespace === family
  const network = isActive ? active : networks.find(({ chainNamespace }) => chainNamespace === family)
  return network && (() => void sendTo({ address, chainId: network.caipNetworkId }))
}
