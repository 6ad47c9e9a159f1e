import type { ChainId } from '@latchkey/protocol'
import { useSite } from '../site/SiteContext.ts'

/** The name of a network; its id when the site does not list it. */
export function NetworkName({ chainId }: { chainId: ChainId }) {
  const { networks } = useSite()
  return <>{networks.find(({ caipNetworkId }) => caipNetworkId === chainId)?.name ?? chainId}</>
}
