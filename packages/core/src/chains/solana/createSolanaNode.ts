import type { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ChainAccount } from '@latchkey/solana'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import { fromBase64, toBase64 } from './base64.ts'

/** How settled the state is that a question is about. Source: Solana's RPC methods. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** An account as the chain has it. */
export type SolanaAccount = ChainAccount & { lamports: bigint; executable: boolean }

/** What a transaction would do. */
export type Simulation = {
  /** As the node says it; undefined when it would go through. */
  error: unknown
  logs: readonly string[]
  unitsConsumed: number | undefined
}

/** What nodes say of a signature. */
export type SignatureStatus = {
  slot: number
  /** As the node says it; undefined when it went through. */
  error: unknown
  commitment: Commitment
}

/**
 * The nodes of one Solana network, through the app's server. Amounts are lamports. All throw what the gateway client throws, and
 * LatchkeyError `response_invalid` for an answer in no known form.
 */
export type SolanaNode = {
  /** In the order asked; undefined for one that is not there. */
  accounts: (addresses: readonly string[]) => Promise<(SolanaAccount | undefined)[]>
  /** The accounts in which somebody has a token. */
  tokenAccounts: (options: { owner: string; mint: string }) => Promise<{ address: string; account: SolanaAccount }[]>
  /** What an account of so many bytes must hold to stay. */
  rentOf: (bytes: number) => Promise<bigint>
  /** A fresh blockhash, the last block height at which it is good, and the slot that it was asked in. */
  blockhash: () => Promise<{ blockhash: string; lastValidBlockHeight: number; slot: number }>
  blockHeight: (commitment: Commitment) => Promise<number>
  /** How far the final part of the chain is. */
  settled: () => Promise<{ slot: number; blockHeight: number }>
  /** The slot of the oldest block that the node still has. */
  oldestBlock: () => Promise<number>
  epoch: () => Promise<bigint>
  /** What the network takes for a message, its offer for a place included; undefined where the blockhash is not good any more. */
  feeOf: (message: Uint8Array) => Promise<bigint | undefined>
  /** Micro-lamports for a compute unit that transactions with these accounts offered of late, the least of each block. */
  recentPrices: (accounts: readonly string[]) => Promise<readonly bigint[]>
  simulate: (transaction: Uint8Array) => Promise<Simulation>
  /** @returns the signature */
  send: (transaction: Uint8Array) => Promise<string>
  /** What a node says of a signature, undefined where it knows none, and the slot that it is at. */
  signatureStatus: (signature: string) => Promise<{ asOf: number; status: SignatureStatus | undefined }>
}

/** Makes a client of the nodes of one Solana network. */
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
      // Old nodes say none for what is rooted.
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

/** What stands beside the slot that it was read at. */
function contentOf(answer: unknown): unknown {
  return member(answer, 'value')
}

/** The slot that it was read at. */
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

/** Lamports, heights and epochs come as JSON numbers. */
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
