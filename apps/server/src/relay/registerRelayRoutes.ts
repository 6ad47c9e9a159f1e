import { ServiceError } from '@latchkey/protocol/errors'
import { relayLimits, relayPath } from '@latchkey/protocol/relay'
import type { App } from '../platform/http/App.ts'
import type { Upgrades } from '../platform/http/createUpgrades.ts'
import { registerRoute } from '../platform/http/registerRoute.ts'
import type { DocumentedRoute } from '../platform/openapi/createOpenApiDocument.ts'
import type { Relay } from './createRelay.ts'

/** Documentation of the relay's endpoint. */
export const relayDocumentation: readonly DocumentedRoute[] = [
  {
    method: 'GET',
    path: relayPath,
    tag: 'Relay',
    summary: 'WalletConnect relay',
    description:
      'A WebSocket that carries sealed messages between apps and wallets, JSON-RPC 2.0 in text frames of at most 256 KiB. Query: auth (a JWT signed by the key of the client, EdDSA, its audience this address; or Authorization: Bearer), projectId, useOnCloseEvent=true to be told of a refusal by close code 3000 with a reason, as browsers need it, and not by the status 401 or 403. Methods: irn_publish, irn_batchPublish, irn_subscribe, irn_batchSubscribe (and …Blocking), irn_unsubscribe, irn_batchUnsubscribe, irn_fetchMessages, irn_batchFetchMessages, irn_batchReceive, wc_proposeSession, wc_approveSession; messages come as irn_subscription and are answered with true.',
  },
]

/** Bytes above the longest frame that are still read, so that the relay can answer with a refusal. */
const tolerance = 65_536

/** Registers the relay's WebSocket. */
export function registerRelayRoutes({ app, upgrades, relay }: { app: App; upgrades: Upgrades; relay: Relay }): void {
  registerRoute(app, { method: 'GET', path: relayPath, project: 'none' }, async ({ admit }) => {
    await admit(undefined)
    throw new ServiceError('upgrade_required', {
      field: 'upgrade',
      message: 'Open a WebSocket to this address: it is the relay of WalletConnect',
    })
  })
  // Slightly oversized frames are refused with a reply. A larger frame ends the socket.
  upgrades.addOwn({ path: relayPath, maxPayload: relayLimits.frameBytes + tolerance, admit: relay.admit })
}
