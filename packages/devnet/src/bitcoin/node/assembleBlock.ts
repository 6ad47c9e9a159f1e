import type { Bcoin, BcoinBlock, BcoinChain, BcoinEntry } from './bcoin.ts'
import type { LedgerEntry } from './Ledger.ts'

/** Satoshi that a block brings beside its fees. */
const subsidy = 50n * 100_000_000n
/** Weight that a block may have, with room for its first transaction. Source: BIP-141. */
const mostWeight = 4_000_000 - 4000

/**
 * Puts a valid block on top of another: everything about it follows from its parameters.
 *
 * @param to Script, hex, that gets the reward.
 * @param time Seconds since 1970; later if the blocks before ask for it.
 * @param salt Makes two blocks different that would be the same.
 */
export async function assembleBlock({
  bcoin,
  chain,
  previous,
  entries,
  to,
  time,
  salt,
}: {
  bcoin: Bcoin
  chain: BcoinChain
  previous: BcoinEntry
  entries: readonly LedgerEntry[]
  to: string
  time: number
  salt: number
}): Promise<BcoinBlock> {
  const block = bcoin.createBlock()
  const medianTime = await chain.getMedianTime(previous)
  block.version = await chain.computeBlockVersion(previous)
  block.prevBlock = previous.hash
  block.time = Math.max(time, medianTime + 1)
  // The difficulty of regtest never changes.
  block.bits = previous.bits
  const witness = (await chain.getDeployments(block.time, previous)).hasWitness()
  const chosen: LedgerEntry[] = []
  let weight = 0
  for (const entry of entries) {
    weight += entry.transaction.getWeight()
    if (weight > mostWeight) break
    chosen.push(entry)
  }
  const fees = chosen.reduce((sum, { fee }) => sum + BigInt(fee), 0n)
  const coinbase = (commitment: string) =>
    bcoin.readTransaction(
      encodeCoinbase({ height: previous.height + 1, value: subsidy + fees, to, salt, witness, commitment }),
    )
  const rest = chosen.map(({ transaction }) => transaction)
  block.txs = [coinbase('00'.repeat(32)), ...rest]
  if (witness) block.txs = [coinbase(block.createCommitmentHash('hex')), ...rest]
  block.merkleRoot = block.createMerkleRoot('hex')
  block.refresh()
  while (!block.verifyPOW()) {
    block.nonce += 1
    block.refresh()
  }
  return block
}

/** The transaction that pays for a block. Source: BIP-34 (height), BIP-141 (commitment). */
function encodeCoinbase({
  height,
  value,
  to,
  salt,
  witness,
  commitment,
}: {
  height: number
  value: bigint
  to: string
  salt: number
  witness: boolean
  commitment: string
}): Buffer {
  const script = Buffer.concat([encodeHeight(height), Buffer.from([4]), uint32(salt)])
  const receiver = Buffer.from(to, 'hex')
  const outputs = [Buffer.concat([uint64(value), Buffer.from([receiver.length]), receiver])]
  if (witness) outputs.push(Buffer.concat([uint64(0n), Buffer.from(`266a24aa21a9ed${commitment}`, 'hex')]))
  return Buffer.concat([
    uint32(2),
    Buffer.from(witness ? '0001' : '', 'hex'),
    Buffer.from([1]),
    Buffer.alloc(32),
    Buffer.from('ffffffff', 'hex'),
    Buffer.from([script.length]),
    script,
    Buffer.from('ffffffff', 'hex'),
    Buffer.from([outputs.length]),
    ...outputs,
    witness ? Buffer.concat([Buffer.from('0120', 'hex'), Buffer.alloc(32)]) : Buffer.alloc(0),
    uint32(0),
  ])
}

/** A number as a script pushes it: the fewest bytes, little-endian, with a bit for the sign. */
function encodeHeight(height: number): Buffer {
  if (height <= 16) return Buffer.from([0x50 + height])
  const bytes: number[] = []
  for (let rest = height; rest > 0; rest >>= 8) bytes.push(rest & 0xff)
  if ((bytes.at(-1) ?? 0) & 0x80) bytes.push(0)
  return Buffer.from([bytes.length, ...bytes])
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}

function uint64(value: bigint): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(value)
  return buffer
}
