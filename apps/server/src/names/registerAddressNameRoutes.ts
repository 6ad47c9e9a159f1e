import { type ChainId, isEvmAddress } from '@latchkey/protocol'
import { getIdentities, getIdentity, isAccountReference, maxIdentities } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { App } from '../platform/http/App.ts'
import { readAccountReference } from '../platform/http/readAccountReference.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { cacheFor } from './cacheFor.ts'
import type { Identities } from './createIdentities.ts'

/** Registers `/v1/identity/{address}` and `/v1/identities`, which return the name that an address claims and that resolves to it. */
export function registerAddressNameRoutes({ app, identities }: { app: App; identities: Identities }): void {
  const read = async (asked: { address: string; chainId: ChainId | undefined; baseUrl: string }) => {
    const { address, chainId, baseUrl } = asked
    const { value, ...ages } = await identities.read({
      // Addresses of other families are case-sensitive.
      address: isEvmAddress(address) ? address.toLowerCase() : address,
      chainId,
    })
    const { name, hasPicture, resolvedAt } = value
    // Always from this server, whatever the name's own text is. Another server would learn who views whom.
    const avatar =
      name !== null && hasPicture ? `${baseUrl}/v1/profile/account/${encodeURIComponent(name)}/avatar` : null
    return { identity: { name, avatar, resolvedAt }, ...ages }
  }

  registerEndpoint(app, getIdentity, async ({ params, query }, { baseUrl, header }) => {
    const named = readAccountReference({ account: params.address, chainId: query.chainId })
    const { identity, remaining } = await read({ ...named, baseUrl })
    header('cache-control', cacheFor(remaining))
    return identity
  })

  registerEndpoint(app, getIdentities, async ({ query }, { baseUrl, header }) => {
    const addresses = readAddresses(query.addresses)
    const outcomes = await Promise.allSettled(
      addresses.map(async (address) => {
        const named = readAccountReference({ account: address, chainId: query.chainId })
        return { address, ...(await read({ ...named, baseUrl })) }
      }),
    )
    const known = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (known.length === 0 && failed) throw failed.reason
    // Pages that read lists receive no updates about new names. They repeat the request if there may be one.
    header('cache-control', cacheFor(failed ? 0 : Math.min(...known.map(({ maxAge }) => maxAge))))
    return { identities: known.map(({ address, identity }) => ({ address, ...identity })) }
  })
}

/** @throws LatchkeyError `malformed_request`, `malformed_address` */
function readAddresses(text: string): readonly string[] {
  const addresses = [...new Set(text.split(','))]
  if (addresses.length > maxIdentities) {
    const message = `Found ${addresses.length} addresses; expected ${maxIdentities} at most`
    throw new ServiceError('malformed_request', { field: 'addresses', message })
  }
  const stranger = addresses.find((address) => !isAccountReference(address))
  if (stranger === undefined) return addresses
  const message = `${stranger.slice(0, 100)} is no address`
  throw new ServiceError('malformed_address', { field: 'addresses', message })
}
