import { LatchkeyError } from '@latchkey/protocol'
import { publicRelayUrl, relayPath } from '@latchkey/protocol/relay'
import type { RelayEndpoint } from '@latchkey/walletconnect'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'

/**
 * Returns the app's relays, that of its server first. Their URLs are the audience of the client's tokens, so they are in the form that the
 * relays use.
 *
 * @throws LatchkeyError `walletconnect_not_found` if the app has none
 * @example readRelays({ apiUrl: 'https://api.example.com', projectId, connectors: { walletConnect: true } }) // [{ url:
 *   'wss://api.example.com/relay', projectId }]
 */
export function readRelays({
  apiUrl,
  projectId,
  connectors,
}: Pick<LatchkeyConfig, 'apiUrl' | 'projectId' | 'connectors'>): readonly [RelayEndpoint, ...RelayEndpoint[]] {
  const ways = connectors?.walletConnect
  const { ownRelay = true, publicRelay } = typeof ways === 'object' ? ways : { ownRelay: ways === true }
  const ownUrl =
    typeof ownRelay === 'string' ? ownRelay : `${apiUrl.replace(/^http/i, 'ws').replace(/\/+$/, '')}${relayPath}`
  const [first, ...others] = [
    ...(ownRelay ? [{ url: ownUrl, projectId }] : []),
    ...(publicRelay ? [{ url: publicRelay.url ?? publicRelayUrl, projectId: publicRelay.projectId }] : []),
  ]
  if (!first) throw new LatchkeyError('walletconnect_not_found')
  return [first, ...others]
}
