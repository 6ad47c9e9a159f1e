import { parseChainId } from '@latchkey/protocol'
import { useSite } from '../site/SiteContext.ts'
import { tokenOf } from '../site/siteConfig.ts'
import { useAccountAddress } from './useAccountAddress.ts'

/** The account of the family that the site's token is on, whichever account is in use. */
export function useTokenAccount(): ReturnType<typeof useAccountAddress> {
  return useAccountAddress(parseChainId(tokenOf(useSite()).chainId).namespace)
}
