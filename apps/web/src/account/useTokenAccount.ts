import { parseChainId } from '@latchkey/protocol'
import { useSite } from '../site/SiteContext.ts'
import { tokenOf } from '../site/siteConfig.ts'
import { useAccountAddress } from './useAccountAddress.ts'

/** Returns the account in the family of the site's token, which need not be the active account. */
export function useTokenAccount(): ReturnType<typeof useAccountAddress> {
  return useAccountAddress(parseChainId(tokenOf(useSite()).chainId).namespace)
}
