import { createRequire } from 'node:module'

/** Types for the parts of bcoin 1.0.2 that we use, because it has none. Hexadecimal hashes are in internal byte order. */
export type BcoinScript = { toRaw(): Buffer }
export type BcoinOutput = { value: number; script: BcoinScript }
export type BcoinInput = {
  prevout: { index: number; txid(): string; isNull(): boolean }
  sequence: number
  script: BcoinScript
  witness: { items: Buffer[] }
}
export type BcoinTransaction = {
  version: number
  locktime: number
  inputs: BcoinInput[]
  outputs: BcoinOutput[]
  txid(): string
  toRaw(): Buffer
  getSize(): number
  getWeight(): number
  getVirtualSize(): number
  isCoinbase(): boolean
  hasWitness(): boolean
  checkSanity(): [valid: boolean, reason: string]
  /** Returns the fee, or -1 and the reason. */
  checkInputs(view: BcoinView, height: number): [fee: number, reason: string]
  /** Runs all scripts; throws where one fails. */
  check(view: BcoinView, flags: number): void
}
export type BcoinView = { addTX(transaction: BcoinTransaction, height: number): void }
export type BcoinBlock = {
  version: number
  prevBlock: string
  merkleRoot: string
  time: number
  bits: number
  nonce: number
  txs: BcoinTransaction[]
  rhash(): string
  toRaw(): Buffer
  createMerkleRoot(encoding: 'hex'): string
  createCommitmentHash(encoding: 'hex'): string
  verifyPOW(): boolean
  refresh(all?: boolean): void
}
export type BcoinEntry = { hash: string; height: number; time: number; bits: number; rhash(): string }
export type BcoinChain = {
  tip: BcoinEntry
  height: number
  open(): Promise<void>
  close(): Promise<void>
  /** Throws where the block is not valid. */
  add(block: BcoinBlock): Promise<BcoinEntry | null>
  on(event: 'connect' | 'disconnect', listener: (entry: BcoinEntry, block: BcoinBlock) => void): void
  getEntryByHeight(height: number): Promise<BcoinEntry | null>
  getMedianTime(entry: BcoinEntry): Promise<number>
  computeBlockVersion(entry: BcoinEntry): Promise<number>
  getDeployments(time: number, entry: BcoinEntry): Promise<{ hasWitness(): boolean }>
  verifyFinal(entry: BcoinEntry, transaction: BcoinTransaction, flags: number): Promise<boolean>
  verifyLocks(entry: BcoinEntry, transaction: BcoinTransaction, view: BcoinView, flags: number): Promise<boolean>
}
type BcoinNetwork = {
  minerWindow: number
  activationThreshold: number
  halvingInterval: number
  lastCheckpoint: number
}

export type Bcoin = {
  network: BcoinNetwork
  createChain: () => BcoinChain
  createView: () => BcoinView
  createBlock: () => BcoinBlock
  readTransaction: (raw: Uint8Array) => BcoinTransaction
  readBlock: (raw: Uint8Array) => BcoinBlock
  /** Core's flags for scripts in the mempool, except Taproot, which bcoin does not support. */
  scriptFlags: number
  /** BIP-68 and BIP-113. */
  lockFlags: number
}

let loaded: Bcoin | undefined

/**
 * Loads bcoin in pure JavaScript, with the parameters of Core's regtest, such as Segwit from the first blocks on. The reward does
 * not halve during the life of a local chain, because the faucet needs it.
 */
export function loadBcoin(): Bcoin {
  if (loaded) return loaded
  // Its native parts are not installed.
  process.env.NODE_BACKEND = 'js'
  const require = createRequire(import.meta.url)
  const network: BcoinNetwork = require('bcoin/lib/protocol/network').get('regtest')
  Object.assign(network, { minerWindow: 2, activationThreshold: 1, halvingInterval: 210_000 })
  const Chain = require('bcoin/lib/blockchain/chain')
  const CoinView = require('bcoin/lib/coins/coinview')
  const Transaction = require('bcoin/lib/primitives/tx')
  const Block = require('bcoin/lib/primitives/block')
  const { flags } = require('bcoin/lib/script/common')
  const { lockFlags } = require('bcoin/lib/blockchain/common')
  loaded = {
    network,
    createChain: () => new Chain({ network, memory: true, checkpoints: true }),
    createView: () => new CoinView(),
    createBlock: () => new Block(),
    readTransaction: (raw) => Transaction.fromRaw(Buffer.from(raw)),
    readBlock: (raw) => Block.fromRaw(Buffer.from(raw)),
    scriptFlags: flags.STANDARD_VERIFY_FLAGS & ~flags.VERIFY_DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM,
    lockFlags: lockFlags.STANDARD_LOCKTIME_FLAGS,
  }
  return loaded
}
