import type { ClientParameters } from '../ClientParameters.ts'
import { createClientFront } from '../session/createClientFront.ts'
import type { Session } from '../session/Session.ts'
import type { createTransport } from '../transport/createTransport.ts'
import type { RelayStatus } from '../transport/Transport.ts'
import { createWalletEngine } from './createWalletEngine.ts'
import type { PendingRequest, WalletClient, WalletEvent } from './WalletClient.ts'

/** Parameters of a wallet client. */
export type WalletClientParameters = ClientParameters & {
  /** Whether the wallet can sign in and connect in one step. Default true; if false, the wallet answers the proposal. */
  signsIn?: boolean
}

/**
 * Creates the client of a wallet, which accepts codes, keeps requests until the visitor decides, and answers each once.
 *
 * @param parts replaces the relays in tests
 * @example
 * const wallet = createWalletClient({ relays: [{ url: 'wss://api.example.com/relay', projectId }], metadata, storage })
 * wallet.subscribe((event) => { if (event.type === 'pendingChanged') show(event.pending) })
 * await wallet.pair({ uri })
 */
export function createWalletClient(
  parameters: WalletClientParameters,
  parts: { connect?: typeof createTransport } = {},
): WalletClient {
  const { metadata, signsIn = true } = parameters
  const front = createClientFront({
    parameters,
    start: (engine) => createWalletEngine({ ...engine, metadata, signsIn }),
    ...parts,
  })
  const run = (method: string) => async (options: unknown) => void (await front.call(method, options))

  return {
    ready: front.ready,
    pair: run('pair'),
    pending: () => front.last('pending') as readonly PendingRequest[],
    sessions: () => front.last('sessions') as readonly Session[],
    approve: async (options) => (await front.call('approve', options)) as Session,
    authenticate: async (options) => ((await front.call('authenticate', options)) ?? undefined) as Session | undefined,
    reject: run('reject'),
    respond: run('respond'),
    update: run('update'),
    extend: run('extend'),
    emit: run('emit'),
    ping: run('ping'),
    disconnect: run('disconnect'),
    relays: () => front.last('relays') as readonly RelayStatus[],
    subscribe: (listener) =>
      front.subscribe(({ type, data }) => {
        if (type === 'event') listener(data as WalletEvent)
        else if (type === 'relays') listener({ type: 'relaysChanged', relays: data as readonly RelayStatus[] })
        else if (type === 'pending') listener({ type: 'pendingChanged', pending: data as readonly PendingRequest[] })
        else if (type === 'sessions') listener({ type: 'sessionsChanged', sessions: data as readonly Session[] })
      }),
    destroy: front.destroy,
  }
}
