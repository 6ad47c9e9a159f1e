import { type Assets, type ChainId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import type { CoreContext } from '../CoreContext.ts'
import { toHexChainId } from '../chains/eip155/toHexChainId.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import { readCapabilities } from '../connectors/provider/readCapabilities.ts'
import { readWalletError, toWalletError } from '../connectors/toWalletError.ts'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import { sendCalls } from '../transactions/batch.ts'
import { checkTimeout } from '../transactions/checkWallet.ts'
import { randomId } from '../transactions/randomId.ts'
import type { CallsFeature, SentCallsStatus, WalletCapabilities } from './CallsFeature.ts'
import { readCallsStatus } from './readCallsStatus.ts'

/** Milliseconds between two polls, the duration of that phase, and the interval afterwards. */
const interval = 1_000
const often = 30_000
const slowInterval = 5_000
/**
 * Milliseconds in which a wallet has to answer `wallet_showCallsStatus`. Some wallets answer immediately, others when the visitor closes
 * the view.
 */
const showTimeout = 600_000

const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i))
const assetsSchema = z.record(
  z.string().check(z.regex(/^0x[0-9a-f]+$/i)),
  z.array(
    z.object({
      address: z.union([hex, z.literal('native')]),
      balance: hex,
      type: z.pipe(
        z.pipe(
          z.string(),
          z.transform((type: string) => type.toUpperCase()),
        ),
        z.enum(['NATIVE', 'ERC20']),
      ),
      metadata: z.object({
        name: z.string(),
        symbol: z.string(),
        decimals: z.int().check(z.gte(0), z.lte(255)),
        // ERC-7811 has neither field; null means unknown.
        price: z._default(z.nullable(z.number()), null),
        iconUrl: z._default(z.nullable(z.string()), null),
      }),
    }),
  ),
)

/** Creates the engine of the calls feature. */
export function createCallsEngine({
  context: { environment },
  connection,
}: {
  context: CoreContext
  connection: ConnectionFeature
}): CallsFeature & { destroy: () => void } {
  const ended = new AbortController()

  const wallet = () => {
    const state = connection.getState()
    const provider = connection.getProvider()
    if (state.status !== 'connected' || state.account.namespace !== 'eip155' || !provider)
      throw new LatchkeyError('no_active_account')
    const { address, chainId } = state.account
    /** @throws LatchkeyError the errors of the wallet */
    const ask = async (method: string, params: readonly unknown[], milliseconds = checkTimeout) => {
      const answer = async () => provider.request({ method, params })
      return waitForWallet({ environment, answer: answer(), milliseconds }).catch(refuse)
    }
    return { provider, address, chainId, ask }
  }

  const status: CallsFeature['status'] = async ({ id }) =>
    readCallsStatus(id, await wallet().ask('wallet_getCallsStatus', [id]))

  const pause = (milliseconds: number, signals: readonly (AbortSignal | undefined)[]) =>
    new Promise<void>((resolve) => {
      const done = () => {
        environment.clearTimeout(timer)
        for (const signal of signals) signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = environment.setTimeout(done, milliseconds)
      for (const signal of signals) signal?.addEventListener('abort', done)
      if (signals.some((signal) => signal?.aborted)) done()
    })

  return {
    capabilities: async ({ chainId } = {}) => {
      const { ask, address, chainId: current } = wallet()
      const id = toHexChainId(chainId ?? current)
      const answer = await ask('wallet_getCapabilities', [address, [id]]).catch((error: LatchkeyError) => {
        // A wallet without EIP-5792.
        if (error.code === 'wallet_lacks_method' || error.code === 'rpc_method_not_allowed') return {}
        throw error
      })
      return toCapabilities(id, readCapabilities({ capabilities: answer ?? {}, chainIds: [id] }))
    },
    send: async ({ calls, chainId, atomicRequired, id = `0x${randomId(32)}`, capabilities }) => {
      const { provider, address: from, chainId: current } = wallet()
      if (calls.length === 0) throw new LatchkeyError('malformed_request', { details: 'There is no call' })
      if (chainId !== undefined && chainId !== current) throw new ServiceError('chain_changed')
      const asked = {
        ...{ provider, id, from, chainId: current, calls, capabilities },
        ...(atomicRequired !== undefined && { atomicRequired }),
      }
      // Without a time limit, because a batch that is sent after an abort would be unknown to the app.
      return { id: await sendCalls(asked).catch(refuse) }
    },
    status,
    wait: async ({ id, signal }) => {
      const begun = environment.now()
      for (;;) {
        if (signal?.aborted || ended.signal.aborted) throw new LatchkeyError('request_aborted')
        const now = await status({ id }).catch((error: LatchkeyError): SentCallsStatus | undefined => {
          if (error.code === 'calls_unknown' || error.code === 'wallet_lacks_method') throw error
          return undefined
        })
        if (now && now.status !== 'pending') return now
        const isLate = environment.now() - begun >= often
        await pause(isLate ? slowInterval : interval, [signal, ended.signal])
      }
    },
    show: async ({ id }) => void (await wallet().ask('wallet_showCallsStatus', [id], showTimeout)),
    assets: async ({ chainIds } = {}) => {
      const { ask, address: account } = wallet()
      const filter = chainIds && { chainFilter: chainIds.map((chainId: ChainId) => toHexChainId(chainId)) }
      const answer = z.safeParse(assetsSchema, await ask('wallet_getAssets', [{ account, ...filter }]))
      // 'Asset response must be a map of arrays of valid assets' (specification 5).
      if (!answer.success) throw new ServiceError('response_invalid', { details: 'The assets have an unknown format' })
      return answer.data as Assets
    },
    destroy: () => ended.abort(),
  }
}

/** Capabilities of this network take precedence over those for all (`0x0`). */
function toCapabilities(id: string, told: ReturnType<typeof readCapabilities>): WalletCapabilities {
  const raw: Record<string, unknown> = {}
  for (const chain of [0n, BigInt(id)])
    for (const [key, own] of Object.entries(told)) if (BigInt(key) === chain) Object.assign(raw, own)
  const read = (name: string) => (raw[name] ?? {}) as { status?: unknown; supported?: unknown }
  const { status } = read('atomic')
  return {
    atomic: status === 'supported' || status === 'ready' ? status : 'unsupported',
    isSponsored: read('paymasterService').supported === true,
    takesPermissions: read('permissions').supported === true,
    raw,
  }
}

/** EIP-1193 and JSON-RPC: not supported, not found; EIP-5792: 5730, unknown calls. */
function refuse(cause: unknown): never {
  const { codes } = readWalletError(cause)
  const own = toWalletError(cause)
  if (own.code !== 'wallet_failed') throw own
  if (codes.includes(5730)) throw new ServiceError('calls_unknown', { cause })
  if (codes.some((code) => code === 4200 || code === -32601)) throw new ServiceError('wallet_lacks_method', { cause })
  throw own
}
