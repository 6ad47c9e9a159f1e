import type { ChainId } from '@latchkey/protocol'
import { splitAccountReference } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Reads the account of a request: an address, or an address with its network (CAIP-10), which replaces the request's `chainId`.
 *
 * @param options.account validated by `accountReferenceSchema`
 * @param options.chainId network of the request
 * @throws LatchkeyError `malformed_address` if the two name different networks
 * @example readAccountReference({ account: 'eip155:1:0xd8dA…6045' }) // { address: '0xd8dA…6045', chainId: 'eip155:1' }
 */
export function readAccountReference({ account, chainId }: { account: string; chainId?: ChainId | undefined }): {
  address: string
  chainId: ChainId | undefined
} {
  const named = splitAccountReference(account)
  if (named.chainId === undefined || chainId === undefined || named.chainId === chainId)
    return { address: named.address, chainId: named.chainId ?? chainId }
  throw new ServiceError('malformed_address', {
    field: 'address',
    message: `The account is on ${named.chainId}, and the request names ${chainId}`,
  })
}
