import type { CallsStatus, PrepareCalls, RpcCall, SendPreparedCalls } from '@latchkey/protocol'
import { type ChainId, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { AccountCall } from '@latchkey/smart-account'
import type { OperationRecord } from '../device/KeyValueStore.ts'
import type { Schedule } from '../device/Schedule.ts'
import { type Gateway, gatewayUrl } from '../gateway/createGateway.ts'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'
import type { RunLocked } from '../login/createDpop.ts'
import type { ApprovalNetwork, ApprovalPorts } from '../rpc/createApprovals.ts'
import { createOperationLog } from './createOperationLog.ts'
import type { OperationAccount, OperationOutcome, Operations } from './Operations.ts'
import { signAsAccount } from './signAsAccount.ts'

/** Milliseconds for one request to the server. */
const askLimit = 30_000
/** Milliseconds that a card waits for earlier operations. */
const earlierLimit = 10_000
/** Milliseconds between two status requests, and until waiting ends. */
const lookPause = 1_500
const waitLimit = 10 * 60_000
/** Milliseconds in which a signed operation may still be on its way to the server. */
const leavingLimit = 60_000

export type OperationPorts = Pick<ApprovalPorts, 'keys' | 'loadReader' | 'store' | 'baseUrl' | 'projectId'> & {
  /** Sends requests about calls to the server (`/v1/wallet`). */
  server: Gateway
  networks: () => readonly ApprovalNetwork[]
  locked: RunLocked
  now: () => number
  schedule: Schedule
}

/** Outcomes of calls, and pending calls. */
export type OperationHistory = {
  /**
   * Status in the format of `wallet_getCallsStatus` (EIP-5792).
   *
   * @throws RpcRefusal 5730 if the site sent no such calls here
   */
  status: (options: { origin: string; id: string }) => Promise<CallsStatus>
  /** @throws RpcRefusal 5720 if the site has used the ID before */
  checkId: (options: { origin: string; id: string }) => Promise<void>
  /** Decodes the calls of an operation's call data; null if it contains anything else. */
  decode: (callData: `0x${string}`) => Promise<readonly Required<AccountCall>[] | null>
  /** Returns the hashes of an account's operations whose arrival is unknown. */
  earlier: (options: { account: string; chainId: ChainId }) => Promise<readonly `0x${string}`[]>
}

/** Creates {@link Operations}: prepared by the server, checked and signed here, recorded before they are sent. */
export function createOperations({
  keys,
  loadReader,
  store,
  baseUrl,
  projectId,
  server,
  networks,
  locked,
  now,
  schedule,
}: OperationPorts): Operations & OperationHistory {
  const log = createOperationLog({ store, locked })
  const urlOf = (chainId: ChainId) => gatewayUrl({ baseUrl, chainId, projectId })
  const ask = (chainId: ChainId, method: string, params: unknown, signal = AbortSignal.timeout(askLimit)) =>
    server({ chainId, method, params: [params], signal })

  /** The server's status of an operation: null if it does not know the hash, undefined without an answer. */
  const look = async ({ chainId, hash }: Pick<OperationRecord, 'chainId' | 'hash'>, limit = askLimit) => {
    try {
      return readStatus(await ask(chainId, 'wallet_getCallsStatus', hash, AbortSignal.timeout(limit)))
    } catch (error) {
      return error instanceof ServiceError && error.code === 'calls_unknown' ? null : undefined
    }
  }

  const leave = async ({ record, body }: { record: OperationRecord; body: SendPreparedCalls }) => {
    try {
      const answer = (await ask(record.chainId, 'wallet_sendPreparedCalls', body)) as { id?: unknown } | null
      // An answer for another hash proves nothing about this one.
      if (answer?.id !== record.hash) throw new ServiceError('response_invalid')
    } catch (error) {
      const found = await look(record)
      if (found === undefined || (found === null && !isAnswer(error)))
        throw new ServiceError('transaction_uncertain', { cause: error })
      if (found === null) {
        await log.forget(record)
        throw error
      }
    }
    await log.put({ ...record, state: 'sent' })
  }

  const waitFor = async (record: OperationRecord, signal?: AbortSignal): Promise<OperationOutcome> => {
    const until = now() + waitLimit
    for (;;) {
      signal?.throwIfAborted()
      const found = await look(record)
      if (found && found.status !== 100) {
        return { status: found.status, transactionHash: found.receipts?.at(-1)?.transactionHash ?? null }
      }
      if (now() >= until) throw new ServiceError('transaction_uncertain')
      await pause({ schedule, milliseconds: lookPause, signal })
    }
  }

  return {
    prepare: async ({ account, chainId, calls, description, signal }) => {
      const network = networks().find((one) => one.chainId === chainId)
      if (!network?.smartAccounts) throw new ServiceError('smart_account_unavailable')
      const limit = AbortSignal.any([signal, AbortSignal.timeout(askLimit)])
      const [reader, answer] = await Promise.all([
        loadReader(),
        ask(chainId, 'wallet_prepareCalls', toPrepare({ account, chainId, calls }), limit),
      ])
      const { symbol, decimals } = network.nativeCurrency
      const currency = { symbol, decimals }
      const shown = await description
      return reader.checkOperation({
        ...{ answer, account, chainId, calls, currency, url: urlOf(chainId) },
        ...(shown ? { description: shown } : {}),
      })
    },
    send: async ({ prepared, origin, id = prepared.hash, description }) => {
      const { account, chainId, hash, checked } = prepared
      const record: OperationRecord = {
        ...{ id, origin, hash, chainId, account: account.address, at: now() },
        state: 'leaving',
      }
      await log.claim(record)
      let body: SendPreparedCalls
      try {
        const reader = await loadReader()
        const { authorization } = checked
        const signature = await keys.signDigest({ address: account.owner, digest: hash })
        const chain = Number(parseChainId(chainId).reference)
        const delegation = authorization
          ? await keys.signDelegation({ address: account.address, chainId: chain, nonce: authorization.nonce })
          : null
        // Compare it with the shown calls before it is sent.
        body = await reader.verifyOperation({
          prepared,
          signature,
          delegation,
          ...(description ? { description } : {}),
        })
      } catch (error) {
        await log.forget(record)
        throw error
      }
      await leave({ record, body })
      return { id, hash, wait: ({ signal } = {}) => waitFor(record, signal) }
    },
    signMessage: async ({ account, chainId, text }) =>
      signAsAccount({ keys, reader: await loadReader(), account, chainId, subject: { text }, url: urlOf(chainId) }),
    status: async ({ origin, id }) => {
      const record = await log.find({ origin, id })
      if (!record) throw new RpcRefusal({ code: 'calls_unknown', rpcCode: 5730 })
      const found = await look(record)
      if (found === undefined) throw new ServiceError('upstream_unavailable')
      const chainId = `0x${BigInt(parseChainId(record.chainId).reference).toString(16)}` as const
      if (found) {
        if (record.state === 'leaving') await log.put({ ...record, state: 'sent' })
        return { ...found, id, chainId }
      }
      // It may be on its way, or the server had it. Otherwise it was never sent, and this wallet does not send it again.
      const status = record.state === 'sent' || now() - record.at < leavingLimit ? 100 : 400
      return { version: '2.0.0', id, chainId, status, atomic: true }
    },
    checkId: async (options) => {
      if (await log.find(options)) throw new RpcRefusal({ code: 'calls_id_taken', rpcCode: 5720 })
    },
    decode: async (callData) => (await loadReader()).decodeCalls({ callData }),
    earlier: async (options) => {
      const records = await log.leaving(options)
      const open = await Promise.all(
        records.map(async (record) => {
          const found = await look(record, earlierLimit)
          if (found) await log.put({ ...record, state: 'sent' })
          return found === undefined || (found === null && now() - record.at < leavingLimit) ? [record.hash] : []
        }),
      )
      return open.flat()
    },
  }
}

function toPrepare({
  account: { address, type, owner },
  chainId,
  calls,
}: {
  account: OperationAccount
  chainId: ChainId
  calls: readonly AccountCall[]
}): PrepareCalls {
  const hex = (value: bigint) => `0x${value.toString(16)}` as const
  return {
    from: address,
    chainId: hex(BigInt(parseChainId(chainId).reference)),
    calls: calls.map(({ to, value = 0n, data = '0x' }): RpcCall => ({ to, value: hex(value), data })),
    capabilities: type === 'eoa' ? { delegation: true } : { account: { owner } },
  }
}

/** Returns whether a refusal proves that nothing was accepted. Silence and server failures do not. */
function isAnswer(error: unknown): boolean {
  const silent = ['network_request_failed', 'upstream_unavailable', 'response_invalid', 'internal']
  return error instanceof ServiceError && !silent.includes(error.code)
}

/** Reads the server's status if its shape is valid. */
function readStatus(answer: unknown): CallsStatus | undefined {
  const { status, receipts } = (answer ?? {}) as Partial<CallsStatus>
  if (status === undefined || ![100, 200, 400, 500].includes(status)) return undefined
  const hashes = Array.isArray(receipts) ? receipts.map((receipt) => String(receipt?.transactionHash)) : []
  return hashes.every((hash) => /^0x[0-9a-f]{64}$/i.test(hash)) ? (answer as CallsStatus) : undefined
}

function pause({
  schedule,
  milliseconds,
  signal,
}: {
  schedule: Schedule
  milliseconds: number
  signal?: AbortSignal | undefined
}): Promise<void> {
  return new Promise((resolve) => {
    const cancel = schedule(resolve, milliseconds)
    signal?.addEventListener(
      'abort',
      () => {
        cancel()
        resolve()
      },
      { once: true },
    )
  })
}
