import type { ChainId } from '@latchkey/protocol'
import { useSite } from '../site/SiteContext.ts'

/** The name of a network, or its ID if the site does not list it. */
export function NetworkName({ chainId }: { chainId: ChainId }) {
  const { networks } = useSite()
  return <>{networks.find(({ caipNetworkId }) => caipNetworkId === chainId)?.name ?? chainId}</>
}
