import { type ChainId, isEvmAddress, LatchkeyError, nativeEvmAddress, toCoinType } from '@latchkey/protocol'
import { getProfileAccount, type Name } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { CoreContext } from '../CoreContext.ts'
import { checksumAddress } from '../chains/eip155/checksumAddress.ts'
import { isUnowned } from '../chains/eip155/isUnowned.ts'
import { createApiClient } from '../http/createApiClient.ts'
import { findNameAddress } from './findNameAddress.ts'
import { nameErrorOf } from './nameErrorOf.ts'
import { nameOf } from './nameOf.ts'
import type { ResolvedName } from './ResolvedName.ts'

/**
 * Resolves a name on a network through the app's own server. The answer is validated: it is about this name, and has a checksum address
 * (EIP-55) that can have an owner.
 *
 * @param options.name as typed; the letter case does not matter (ENSIP-15)
 * @throws LatchkeyError `name_not_found`: the name does not exist, has no address here, or is invalid; `name_resolve_failed`: the result is
 *   unknown
 * @example await resolveName({ context, name: 'Ada.eth', chainId: 'eip155:1' }) // { name: 'ada.eth', address: '0x…', image: null }
 */
export async function resolveName({
  context,
  name: typed,
  chainId,
}: {
  context: Pick<CoreContext, 'config' | 'environment' | 'load' | 'onRefusal'>
  name: string
  chainId: ChainId
}): Promise<ResolvedName> {
  const name = await nameOf({ text: typed, load: context.load }).catch((cause: unknown) => {
    throw new ServiceError('name_resolve_failed', { cause })
  })
  if (name === undefined || toCoinType(chainId) === undefined) throw new ServiceError('name_not_found')
  const found = await read({ context, name })
  if (!found) throw new ServiceError('name_not_found')
  if (found.name !== name)
    throw new ServiceError('name_resolve_failed', { details: `The answer is for ${found.name}, not ${name}` })
  const address = findNameAddress({ addresses: found.addresses, chainId })
  if (address === undefined) throw new ServiceError('name_not_found')
  return { name, address: checkAddress(address), image: readImage({ context, found }) }
}

async function read({
  context: { config, environment, onRefusal },
  name,
}: {
  context: Pick<CoreContext, 'config' | 'environment' | 'onRefusal'>
  name: string
}): Promise<Name | undefined> {
  const client = createApiClient({ ...config, fetch: environment.fetch, timers: environment, onRefusal })
  try {
    const { data } = await client.request(getProfileAccount, { params: { name }, query: { apiVersion: '2' } })
    return 'name' in data ? data : undefined
  } catch (cause) {
    if (cause instanceof LatchkeyError && cause.code === 'name_not_found') return undefined
    throw nameErrorOf({ code: 'name_resolve_failed', cause })
  }
}

/** @throws LatchkeyError `name_resolve_failed` for an invalid address, or one that no one can own */
function checkAddress(address: string): string {
  const isOwned = isEvmAddress(address) && !isUnowned(address) && address.toLowerCase() !== nativeEvmAddress
  if (!isOwned || checksumAddress(address) !== address)
    throw new ServiceError('name_resolve_failed', { details: `The answer holds no address: ${address.slice(0, 60)}` })
  return address
}

/**
 * Returns the URL of the owner's image if the app's own server has it, because the name contains the image data. Images elsewhere would
 * disclose the visitors who look at the name.
 */
function readImage({
  context: { config },
  found: { name, attributes },
}: {
  context: Pick<CoreContext, 'config'>
  found: Name
}): string | null {
  if (!/^data:image\/(png|jpeg|gif|webp|avif);base64,/.test(attributes.avatar ?? '')) return null
  return `${config.apiUrl.replace(/\/+$/, '')}/v1/profile/account/${encodeURIComponent(name)}/avatar`
}
