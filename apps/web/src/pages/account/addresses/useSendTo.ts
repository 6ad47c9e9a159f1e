import { parseChainId } from '@latchkey/protocol'
import { useNetwork } from '@latchkey/react'
import { useWalletActions } from '../../../account/useWalletActions.ts'
import { useSite } from '../../../site/SiteContext.ts'
import { familyOf } from './familyOf.ts'

/** Opens the kit's view of sending with an address filled in; undefined where no network of the site has such addresses. */
export function useSendTo(address: string): (() => void) | undefined {
  const { networks } = useSite()
  const { active } = useNetwork()
  const { sendTo } = useWalletActions()
  const family = familyOf(address)
  const isActive = active !== undefined && parseChainId(active.caipNetworkId).namespace === family
  const network = isActive ? active : networks.find(({ chainNamespace }) => chainNamespace === family)
  return network && (() => void sendTo({ address, chainId: network.caipNetworkId }))
}
