import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils'
import type { BitcoinKey } from './bitcoinKeys.ts'
import {
  type BitcoinTransaction,
  encodeTransaction,
  hash256,
  hashForSegwit,
  hashForTaproot,
  type Prevout,
  withLength,
} from './transaction.ts'

/** A key-value map of a PSBT, with keys in hexadecimal. */
type PsbtMap = Map<string, Uint8Array>

const magic = hexToBytes('70736274ff')

/** A partially signed transaction, version 0. Source: BIP-174. */
export type Psbt = { transaction: BitcoinTransaction; globals: PsbtMap; inputs: PsbtMap[]; outputs: PsbtMap[] }

/** Reads a PSBT. @throws Error if the bytes are not a PSBT */
export function decodePsbt(bytes: Uint8Array): Psbt {
  const read = createReader(bytes)
  if (read.take(5).join() !== magic.join()) throw new Error('This is no PSBT')
  const globals = readMap(read)
  const unsigned = globals.get('00')
  if (!unsigned) throw new Error('The PSBT has no transaction')
  const transaction = decodeTransaction(unsigned)
  const inputs = transaction.inputs.map(() => readMap(read))
  const outputs = transaction.outputs.map(() => readMap(read))
  return { transaction, globals, inputs, outputs }
}

/** Creates the PSBT of a transaction from the outputs that it spends, ready to be signed. */
export function createPsbt({
  transaction,
  prevouts,
}: {
  transaction: BitcoinTransaction
  prevouts: readonly Prevout[]
}): Uint8Array {
  return encodePsbt({
    transaction,
    globals: new Map([['00', encodeTransaction(transaction)]]),
    inputs: prevouts.map(({ amount, script }) => {
      const value = new Uint8Array(8)
      new DataView(value.buffer).setBigUint64(0, amount, true)
      return new Map([['01', concatBytes(value, withLength(script))]])
    }),
    outputs: transaction.outputs.map(() => new Map()),
  })
}

/** Signs inputs of a PSBT, each with its key. Everything else in the PSBT stays the same. */
export function signPsbt({
  psbt: bytes,
  signers,
}: {
  psbt: Uint8Array
  signers: readonly { index: number; key: BitcoinKey }[]
}): { psbt: Uint8Array; txid: string } {
  const psbt = decodePsbt(bytes)
  const prevouts = psbt.inputs.map(readPrevout)
  for (const { index, key } of signers) {
    const map = psbt.inputs[index]
    const prevout = prevouts[index]
    if (!map || !prevout) throw new Error(`The PSBT has no previous output for input ${index} spends`)
    if (prevout.script.join() !== key.script.join()) throw new Error(`Input ${index} is not of this address`)
    const { transaction } = psbt
    if (key.purpose === 'ordinals') {
      const all = prevouts.filter((known) => known !== undefined)
      map.set('13', schnorr.sign(hashForTaproot({ transaction, index, prevouts: all }), key.privateKey))
    } else {
      const signature = secp256k1.sign(hashForSegwit({ transaction, index, prevout }), key.privateKey)
      map.set(`02${bytesToHex(key.publicKey)}`, concatBytes(signature.toDERRawBytes(), new Uint8Array([1])))
    }
  }
  const txid = bytesToHex(hash256(encodeTransaction(psbt.transaction)).reverse())
  return { psbt: encodePsbt(psbt), txid }
}

/** The output that an input spends, if the PSBT contains it. */
export function readPrevout(map: PsbtMap): Prevout | undefined {
  const value = map.get('01')
  if (!value) return undefined
  const read = createReader(value)
  return { amount: new DataView(read.take(8).slice().buffer).getBigUint64(0, true), script: read.take(read.size()) }
}

function encodePsbt({ globals, inputs, outputs }: Psbt): Uint8Array {
  const maps = [globals, ...inputs, ...outputs].map((map) =>
    concatBytes(
      ...[...map].map(([key, value]) => concatBytes(withLength(hexToBytes(key)), withLength(value))),
      new Uint8Array([0]),
    ),
  )
  return concatBytes(magic, ...maps)
}

function readMap(read: Reader): PsbtMap {
  const map: PsbtMap = new Map()
  for (let length = read.size(); length > 0; length = read.size()) {
    const key = bytesToHex(read.take(length))
    map.set(key, read.take(read.size()))
  }
  return map
}

function decodeTransaction(bytes: Uint8Array): BitcoinTransaction {
  const read = createReader(bytes)
  const version = read.uint32()
  const inputs = Array.from({ length: read.size() }, () => ({
    txid: read.take(32),
    vout: read.uint32(),
    script: read.take(read.size()),
    sequence: read.uint32(),
  }))
  const outputs = Array.from({ length: read.size() }, () => ({
    amount: new DataView(read.take(8).slice().buffer).getBigUint64(0, true),
    script: read.take(read.size()),
  }))
  return { version, inputs, outputs, locktime: read.uint32() }
}

type Reader = ReturnType<typeof createReader>

function createReader(bytes: Uint8Array) {
  let offset = 0
  const take = (length: number) => {
    if (offset + length > bytes.length) throw new Error('The PSBT ends too early')
    offset += length
    return bytes.slice(offset - length, offset)
  }
  const uint32 = () => new DataView(take(4).buffer).getUint32(0, true)
  const size = () => {
    const [first = 0] = take(1)
    if (first < 0xfd) return first
    if (first === 0xfd) return new DataView(take(2).buffer).getUint16(0, true)
    if (first === 0xfe) return uint32()
    throw new Error('Longer than this wallet reads')
  }
  return { take, uint32, size }
}
