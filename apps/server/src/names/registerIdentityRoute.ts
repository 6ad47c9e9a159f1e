import { isEvmAddress } from '@latchkey/protocol'
import { getIdentity } from '@latchkey/protocol/api'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { Identities } from './createIdentities.ts'

/** Registers `/v1/identity/{address}`: the name that an address calls itself and that stands for it. */
export function registerIdentityRoute({ app, identities }: { app: App; identities: Identities }): void {
  registerEndpoint(app, getIdentity, async ({ params: { address } }, { baseUrl, header }) => {
    const { value, maxAge } = await identities.read({
      // Elsewhere the letter case tells addresses apart.
      address: isEvmAddress(address) ? (address.toLowerCase() as `0x${string}`) : address,
    })
    header('cache-control', maxAge > 0 ? `public, max-age=${maxAge}` : 'no-cache')
    const { name, hasPicture, resolvedAt } = value
    // From here, whatever the name's own text says: another place would learn who looks at whom.
    const avatar =
      name !== null && hasPicture ? `${baseUrl}/v1/profile/account/${encodeURIComponent(name)}/avatar` : null
    return { name, avatar, resolvedAt }
  })
}
