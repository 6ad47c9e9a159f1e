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
 * Finds out whom a name stands for on a network, by the app's own server. The answer is checked: it is about this very name,
 * and its address is one (EIP-55) that somebody can own.
 *
 * @param options.name as typed; letter case and the like do not matter (ENSIP-15)
 * @throws LatchkeyError `name_not_found`: nobody has the name, it has no address here, or the text can be no name;
 * `name_resolve_failed`: nobody can say right now
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
    throw new ServiceError('name_resolve_failed', { details: `The answer is about ${found.name}, not ${name}` })
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

/** @throws LatchkeyError `name_resolve_failed` for what is no address, or nobody's. */
function checkAddress(address: string): string {
  const isOwned = isEvmAddress(address) && !isUnowned(address) && address.toLowerCase() !== nativeEvmAddress
  if (!isOwned || checksumAddress(address) !== address)
    throw new ServiceError('name_resolve_failed', { details: `The answer holds no address: ${address.slice(0, 60)}` })
  return address
}

/**
 * The owner's picture, where the app's own server gives it: one that the name carries by itself. Any other place would learn
 * who looks at the name.
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
