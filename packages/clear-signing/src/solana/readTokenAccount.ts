import { encodeBase58 } from '@latchkey/protocol'
import { isTokenProgram } from '@latchkey/solana'
import type { ClusterAccount } from './Cluster.ts'

/** A token account. `amount` in base units. */
export type TokenAccount = {
  mint: string
  owner: string
  amount: bigint
  delegate: string | null
  delegatedAmount: bigint
  closeAuthority: string | null
}

/** A mint, with what Token-2022 may have added. */
export type Mint = {
  decimals: number
  supply: bigint
  program: string
  permanentDelegate: string | null
  transferHook: string | null
  /** The dearest of those that are or will be in force. */
  transferFee: { basisPoints: number; most: bigint } | null
  metadata: { name: string; symbol: string } | null
}

const accountLength = 165
const mintLength = 82
/** Where Token-2022 says what an account is: behind the place that a token account takes, for mints too. */
const kindAt = accountLength
const [mintKind, accountKind] = [1, 2]
/** Numbers of the extensions that are read. Source: `ExtensionType` of spl-token-2022. */
const [feeConfig, permanentDelegate, transferHook, tokenMetadata] = [1, 12, 14, 19]

/** Reads a token account; undefined when it is none. Source: `Account` of spl-token. */
export function readTokenAccount(account: ClusterAccount | null | undefined): TokenAccount | undefined {
  if (!account || !isTokenProgram(account.owner)) return undefined
  const { data } = account
  const isAccount = data.length === accountLength || (data.length > kindAt && data[kindAt] === accountKind)
  if (!isAccount || data[108] === 0) return undefined
  const view = viewOf(data)
  return {
    mint: keyAt(data, 0),
    owner: keyAt(data, 32),
    amount: view.getBigUint64(64, true),
    delegate: view.getUint32(72, true) === 1 ? keyAt(data, 76) : null,
    delegatedAmount: view.getBigUint64(121, true),
    closeAuthority: view.getUint32(129, true) === 1 ? keyAt(data, 133) : null,
  }
}

/** Reads a mint; undefined when it is none. Source: `Mint` of spl-token, and the extensions of spl-token-2022. */
export function readMint(account: ClusterAccount | null | undefined): Mint | undefined {
  if (!account || !isTokenProgram(account.owner)) return undefined
  const { data, owner } = account
  const isMint = data.length === mintLength || (data.length > kindAt && data[kindAt] === mintKind)
  if (!isMint || data[45] !== 1) return undefined
  const extensions = readExtensions(data)
  const [fee, delegate, hook, metadata] = [feeConfig, permanentDelegate, transferHook, tokenMetadata].map((number) =>
    extensions.get(number ?? 0),
  )
  return {
    decimals: data[44] ?? 0,
    supply: viewOf(data).getBigUint64(36, true),
    program: owner,
    permanentDelegate: delegate && delegate.length >= 32 ? keyOrNone(delegate, 0) : null,
    transferHook: hook && hook.length >= 64 ? keyOrNone(hook, 32) : null,
    transferFee: fee && fee.length >= 108 ? readFee(fee) : null,
    metadata: metadata ? readMetadata(metadata) : null,
  }
}

function readExtensions(data: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  const view = viewOf(data)
  for (let at = kindAt + 1; at + 4 <= data.length; ) {
    const [number, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (number === 0) break
    found.set(number, data.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}

function readFee(bytes: Uint8Array): Mint['transferFee'] {
  const view = viewOf(bytes)
  const read = (at: number) => ({ basisPoints: view.getUint16(at + 16, true), most: view.getBigUint64(at + 8, true) })
  const [older, newer] = [read(72), read(90)]
  const dearer = newer.basisPoints >= older.basisPoints ? newer : older
  return dearer.basisPoints > 0 ? dearer : null
}

/** Source: the token metadata interface: update authority, mint, then name and symbol, each with its length before it. */
function readMetadata(bytes: Uint8Array): Mint['metadata'] {
  try {
    const view = viewOf(bytes)
    const nameLength = view.getUint32(64, true)
    const symbolAt = 68 + nameLength
    const symbolLength = view.getUint32(symbolAt, true)
    const decode = (start: number, length: number) =>
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, start + length))
    return { name: decode(68, nameLength), symbol: decode(symbolAt + 4, symbolLength) }
  } catch {
    return null
  }
}

function keyAt(bytes: Uint8Array, at: number): string {
  return encodeBase58(bytes.slice(at, at + 32))
}

function keyOrNone(bytes: Uint8Array, at: number): string | null {
  return bytes.subarray(at, at + 32).every((byte) => byte === 0) ? null : keyAt(bytes, at)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
