import type { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ChainAccount } from '@latchkey/solana'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import { fromBase64, toBase64 } from './base64.ts'

/** How final the queried state is. Source: Solana's RPC methods. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** An account on the network. */
export type SolanaAccount = ChainAccount & { lamports: bigint; executable: boolean }

/** Result of a simulated transaction. */
export type Simulation = {
  /** In the node's format; undefined if it would succeed. */
  error: unknown
  logs: readonly string[]
  unitsConsumed: number | undefined
}

/** Status of a signature according to nodes. */
export type SignatureStatus = {
  slot: number
  /** In the node's format; undefined if it succeeded. */
  error: unknown
  commitment: Commitment
}

/**
 * The RPC client of a Solana network, through the app's server. Amounts are lamports. All methods throw the errors of the gateway client,
 * and LatchkeyError `response_invalid` for a malformed answer.
 */
export type SolanaNode = {
  /** In the given order; undefined for a missing account. */
  accounts: (addresses: readonly string[]) => Promise<(SolanaAccount | undefined)[]>
  /** Returns an owner's accounts of a token. */
  tokenAccounts: (options: { owner: string; mint: string }) => Promise<{ address: string; account: SolanaAccount }[]>
  /** Returns the smallest balance of an account with this number of bytes. */
  rentOf: (bytes: number) => Promise<bigint>
  /** Returns a fresh blockhash, its last valid block height, and the current slot. */
  blockhash: () => Promise<{ blockhash: string; lastValidBlockHeight: number; slot: number }>
  blockHeight: (commitment: Commitment) => Promise<number>
  /** Returns the position of the final part of the chain. */
  settled: () => Promise<{ slot: number; blockHeight: number }>
  /** Returns the slot of the oldest block that the node has. */
  oldestBlock: () => Promise<number>
  epoch: () => Promise<bigint>
  /** Returns the network cost of a message, with its priority fee; undefined if the blockhash is no longer valid. */
  feeOf: (message: Uint8Array) => Promise<bigint | undefined>
  /** Returns the smallest price of each recent block for transactions with these accounts, in micro-lamports per compute unit. */
  recentPrices: (accounts: readonly string[]) => Promise<readonly bigint[]>
  simulate: (transaction: Uint8Array) => Promise<Simulation>
  /** @returns the signature */
  send: (transaction: Uint8Array) => Promise<string>
  /** Returns the status of a signature, undefined if the node does not know it, and the node's current slot. */
  signatureStatus: (signature: string) => Promise<{ asOf: number; status: SignatureStatus | undefined }>
}

/** Creates the RPC client of a Solana network. */
export function createSolanaNode({ gateway }: { gateway: GatewayClient }): SolanaNode {
  const ask = async (method: string, ...params: readonly unknown[]) => gateway.request(method, params)
  const confirmed = { commitment: 'confirmed', encoding: 'base64' }
  return {
    accounts: async (addresses) => {
      const accounts = readList(contentOf(await ask('getMultipleAccounts', addresses, confirmed)))
      if (accounts.length !== addresses.length) throw invalid('getMultipleAccounts')
      return accounts.map((account) => (account === null ? undefined : readAccount(account)))
    },
    tokenAccounts: async ({ owner, mint }) =>
      readList(contentOf(await ask('getTokenAccountsByOwner', owner, { mint }, confirmed))).map((entry) => ({
        address: readText(member(entry, 'pubkey')),
        account: readAccount(member(entry, 'account')),
      })),
    rentOf: async (bytes) => readInteger(await ask('getMinimumBalanceForRentExemption', bytes)),
    blockhash: async () => {
      const answer = await ask('getLatestBlockhash', { commitment: 'confirmed' })
      const value = contentOf(answer)
      const lastValidBlockHeight = Number(readInteger(member(value, 'lastValidBlockHeight')))
      return { blockhash: readText(member(value, 'blockhash')), lastValidBlockHeight, slot: slotOf(answer) }
    },
    blockHeight: async (commitment) => Number(readInteger(await ask('getBlockHeight', { commitment }))),
    settled: async () => {
      const answer = await ask('getEpochInfo', { commitment: 'finalized' })
      const [slot, height] = [member(answer, 'absoluteSlot'), member(answer, 'blockHeight')]
      return { slot: Number(readInteger(slot)), blockHeight: Number(readInteger(height)) }
    },
    oldestBlock: async () => Number(readInteger(await ask('getFirstAvailableBlock'))),
    epoch: async () => readInteger(member(await ask('getEpochInfo', { commitment: 'confirmed' }), 'epoch')),
    feeOf: async (message) => {
      const value = contentOf(await ask('getFeeForMessage', toBase64(message), { commitment: 'confirmed' }))
      return value === null ? undefined : readInteger(value)
    },
    recentPrices: async (accounts) =>
      readList(await ask('getRecentPrioritizationFees', accounts)).map((entry) =>
        readInteger(member(entry, 'prioritizationFee')),
      ),
    simulate: async (transaction) => {
      const options = { ...confirmed, sigVerify: false, replaceRecentBlockhash: true }
      const value = contentOf(await ask('simulateTransaction', toBase64(transaction), options))
      const { err, logs, unitsConsumed } = value as Record<string, unknown>
      return {
        error: err ?? undefined,
        logs: Array.isArray(logs) ? logs.map(String) : [],
        unitsConsumed: unitsConsumed === undefined ? undefined : Number(readInteger(unitsConsumed)),
      }
    },
    send: async (transaction) => {
      const options = { encoding: 'base64', preflightCommitment: 'confirmed', maxRetries: 0 }
      return readText(await ask('sendTransaction', toBase64(transaction), options))
    },
    signatureStatus: async (signature) => {
      const options = { searchTransactionHistory: true }
      const answer = await ask('getSignatureStatuses', [signature], options)
      const [status] = readList(contentOf(answer))
      const asOf = slotOf(answer)
      if (status === undefined) throw invalid('getSignatureStatuses')
      if (status === null) return { asOf, status: undefined }
      const { err, confirmationStatus } = status as Record<string, unknown>
      const commitment = (['processed', 'confirmed', 'finalized'] as const).find((each) => each === confirmationStatus)
      const slot = Number(readInteger(member(status, 'slot')))
      // Old nodes omit it for rooted transactions.
      return { asOf, status: { slot, error: err ?? undefined, commitment: commitment ?? 'finalized' } }
    },
  }
}

function invalid(details: string): LatchkeyError {
  return new ServiceError('response_invalid', { details })
}

function member(value: unknown, name: string): unknown {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  if (found === undefined) throw invalid(`An answer without ${name}`)
  return found
}

/** Returns the `value` of an answer. */
function contentOf(answer: unknown): unknown {
  return member(answer, 'value')
}

/** Returns the slot of an answer. */
function slotOf(answer: unknown): number {
  return Number(readInteger(member(member(answer, 'context'), 'slot')))
}

function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid('An answer that is no list')
  return value
}

function readText(value: unknown): string {
  if (typeof value !== 'string') throw invalid('An answer that is no text')
  return value
}

/** Lamports, heights and epochs are JSON numbers. */
function readInteger(value: unknown): bigint {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw invalid('An answer that is no number')
  return BigInt(value)
}

function readAccount(value: unknown): SolanaAccount {
  const [text] = readList(member(value, 'data'))
  const data = fromBase64(readText(text))
  if (!data) throw invalid('An account that is not in base64')
  return {
    data,
    owner: readText(member(value, 'owner')),
    lamports: readInteger(member(value, 'lamports')),
    executable: member(value, 'executable') === true,
  }
}
