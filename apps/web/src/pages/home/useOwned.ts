import { nativeEvmAddress, parseAccountId } from '@latchkey/protocol'
import type { SwappableToken } from '@latchkey/protocol/api'
import { useQuery } from '@tanstack/react-query'
import { useTokenAccount } from '../../account/useTokenAccount.ts'
import { balanceQuery } from '../../api/queries.ts'
import { useSite } from '../../site/SiteContext.ts'

/** Returns the visitor's balance of a token, decimal text; undefined without a connection or while unknown. */
export function useOwned(token: SwappableToken): string | undefined {
  const site = useSite()
  const { address } = useTokenAccount()
  const { chainId, address: contract } = parseAccountId(token.address)
  const query = useQuery({
    ...balanceQuery({ api: site, address: address ?? '', chainId }),
    enabled: address !== undefined,
  })
  if (address === undefined || !query.data) return undefined
  const isNative = contract.toLowerCase() === nativeEvmAddress
  const row = query.data.value.balances.find((balance) =>
    isNative ? balance.address === undefined : balance.address?.toLowerCase() === token.address.toLowerCase(),
  )
  return row?.quantity.numeric ?? '0'
}
