import { LatchkeyError } from '@latchkey/protocol'
import { publicRelayUrl, relayPath } from '@latchkey/protocol/relay'
import type { RelayEndpoint } from '@latchkey/walletconnect'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'

/**
 * The relays that the app has: the one of its own server first. Their addresses are the audience of the client's tokens, so they
 * are written as the relays know themselves.
 *
 * @throws LatchkeyError `walletconnect_not_found` when the app has none
 * @example readRelays({ apiUrl: 'https://api.example.com', projectId, connectors: { walletConnect: true } }) // [{ url: 'wss://api.example.com/relay', projectId }]
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
