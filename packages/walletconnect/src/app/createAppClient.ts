import { WalletConnectError } from '@latchkey/protocol/relay'
import type { ClientParameters } from '../ClientParameters.ts'
import { createClientFront } from '../session/createClientFront.ts'
import { PeerError } from '../session/PeerError.ts'
import type { Outcome } from '../session/records.ts'
import type { RpcAnswer } from '../session/rpc.ts'
import type { Session } from '../session/Session.ts'
import type { createTransport } from '../transport/createTransport.ts'
import type { RelayStatus } from '../transport/Transport.ts'
import type { AppClient, AppEvent, Approval, OpenPairing } from './AppClient.ts'
import { createAppEngine } from './createAppEngine.ts'

/**
 * Creates the client of an app, which proposes sessions and sends requests to wallets. It dials no relay before its first use, so it
 * can also be created on a server.
 *
 * @param parts replaces the relays in tests
 * @example
 * const client = createAppClient({ relays: [{ url: 'wss://api.example.com/relay', projectId }], metadata })
 * const { uri, approval } = await client.pair({ optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } })
 * showCode(uri)
 * const { session } = await approval
 * await client.request({ topic: session.topic, chainId: 'eip155:1', method: 'personal_sign', params: ['0x…', address] })
 */
export function createAppClient(
  parameters: ClientParameters,
  parts: { connect?: typeof createTransport } = {},
): AppClient {
  const { metadata } = parameters
  const front = createClientFront({ parameters, start: (engine) => createAppEngine({ ...engine, metadata }), ...parts })

  const open = (pairing: Omit<OpenPairing, 'approval'>, signal?: AbortSignal): OpenPairing => {
    const approval = front
      .call('approval', { topic: pairing.topic }, signal)
      .then((outcome) => read(outcome as Outcome))
    // Avoids an unhandled rejection: callers need not await the approval.
    approval.catch(() => {})
    return { ...pairing, approval }
  }

  return {
    ready: front.ready,
    pair: async ({ signal, ...options }) => {
      const pairing = (await front.call('pair', options, signal)) as Omit<OpenPairing, 'approval'> | undefined
      if (!pairing) throw new WalletConnectError('pairing_expired')
      return open(pairing, signal)
    },
    resume: async ({ uri }) => {
      const pairing = (await front.call('resume', { uri })) as Omit<OpenPairing, 'approval'> | undefined
      return pairing && open(pairing)
    },
    sessions: () => front.last('sessions') as readonly Session[],
    request: async ({ signal, ...options }) => {
      const answer = (await front.call('request', options, signal)) as RpcAnswer
      if ('error' in answer) throw new PeerError(answer.error)
      return answer.result
    },
    ping: async (options) => void (await front.call('ping', options)),
    disconnect: async (options) => void (await front.call('disconnect', options)),
    relays: () => front.last('relays') as readonly RelayStatus[],
    subscribe: (listener) =>
      front.subscribe(({ type, data }) => {
        if (type === 'event') listener(data as AppEvent)
        else if (type === 'relays') listener({ type: 'relaysChanged', relays: data as readonly RelayStatus[] })
      }),
    destroy: front.destroy,
  }
}

function read(outcome: Outcome): Approval {
  if ('session' in outcome) return outcome
  if ('error' in outcome) throw new PeerError(outcome.error)
  throw new WalletConnectError(outcome.code, { details: outcome.details })
}
