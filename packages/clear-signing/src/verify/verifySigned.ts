import type { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { concatHex, fromRlp, keccak256, toRlp } from 'viem/utils'
import type { Description, PreparedTransaction } from '../Description.ts'
import { summaryType } from '../transaction/summarizeSwap.ts'
import { fitsData } from './fitsData.ts'
import { type OperationCall, readSigningPayload } from './readSigningPayload.ts'
import { recoverSigner } from './recoverSigner.ts'

/**
 * Parses signed bytes again and compares every field and the signer with the description, so that the shown request is the signed one.
 * Call it before the bytes leave the wallet.
 *
 * For an operation it checks only the calls, and does not read `signed`: the creator of the operation compares it with them.
 *
 * @param signed a serialized transaction, or the 65 bytes of a signature of a message or typed data
 * @throws LatchkeyError `signature_invalid` if anything differs; `request_refused` if the description could not be signed at all
 * @example await verifySigned({ description, signed })
 */
export async function verifySigned({
  description,
  signed,
}: {
  description: Description
  signed: `0x${string}`
}): Promise<void> {
  const payload = readSigningPayload({ description })
  if (payload.kind === 'operation') return checkShownCalls({ description, calls: payload.calls })
  if (payload.kind === 'transaction') checkShown({ description, transaction: payload.transaction })
  const signer =
    payload.kind === 'transaction'
      ? await readTransactionSigner({ signed, shown: payload.transaction })
      : await readSigner({ signed, digest: payload.digest })
  if (signer.toLowerCase() !== payload.account.toLowerCase()) throw differs('signer')
}

async function readSigner({
  signed,
  digest,
}: {
  signed: `0x${string}`
  digest: `0x${string}`
}): Promise<`0x${string}`> {
  const match = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/i.exec(signed)
  if (!match) throw differs('form')
  return recoverSigner({ digest, r: `0x${match[1]}`, s: `0x${match[2]}`, yParity: match[3] === '1b' ? 0 : 1 })
}

/** Source: EIP-155 and EIP-1559, the order of the fields. */
async function readTransactionSigner({
  signed,
  shown,
}: {
  signed: `0x${string}`
  shown: PreparedTransaction
}): Promise<`0x${string}`> {
  const isLegacy = shown.type === 'legacy'
  if (!isLegacy && !signed.startsWith('0x02')) throw differs('type')
  const body: `0x${string}` = isLegacy ? signed : `0x${signed.slice(4)}`
  const items = readItems(body)
  const fields = isLegacy ? legacyFields(shown) : eip1559Fields(shown)
  if (items.length !== fields.length + 3) throw differs('fields')
  for (const [index, [name, value]] of fields.entries())
    if (JSON.stringify(items[index]) !== JSON.stringify(value)) throw differs(name)

  const [v, r, s] = items.slice(-3).map(readWord)
  if (v === undefined || r === undefined || s === undefined) throw differs('signature')
  const chainId = BigInt(shown.chainId)
  const values = fields.map(([, value]) => value)
  const unsigned = isLegacy ? toRlp([...values, toItem(chainId), '0x', '0x']) : concatHex(['0x02', toRlp(values)])
  const yParity = isLegacy ? v - chainId * 2n - 35n : v
  return recoverSigner({ digest: keccak256(unsigned), r: toWord(r), s: toWord(s), yParity: Number(yParity) })
}

type Item = `0x${string}` | readonly Item[]
type Field = readonly [name: string, value: `0x${string}` | []]

function legacyFields({ nonce, gasPrice = 0n, gas, to, value, data }: PreparedTransaction): readonly Field[] {
  return [
    ['nonce', toItem(BigInt(nonce))],
    ['gasPrice', toItem(gasPrice)],
    ['gas', toItem(gas)],
    ...callFields({ to, value, data }),
  ]
}

function eip1559Fields(shown: PreparedTransaction): readonly Field[] {
  const { chainId, nonce, maxPriorityFeePerGas = 0n, maxFeePerGas = 0n, gas, to, value, data } = shown
  return [
    ['chainId', toItem(BigInt(chainId))],
    ['nonce', toItem(BigInt(nonce))],
    ['maxPriorityFeePerGas', toItem(maxPriorityFeePerGas)],
    ['maxFeePerGas', toItem(maxFeePerGas)],
    ['gas', toItem(gas)],
    ...callFields({ to, value, data }),
    ['accessList', []],
  ]
}

function callFields({ to, value, data }: Pick<PreparedTransaction, 'to' | 'value' | 'data'>): readonly Field[] {
  const receiver = (to ?? '0x').toLowerCase() as `0x${string}`
  return [
    ['to', receiver],
    ['value', toItem(value)],
    ['data', data],
  ]
}

/** Encodes a number for RLP: no leading zeros, nothing for 0. */
function toItem(value: bigint): `0x${string}` {
  const digits = value === 0n ? '' : value.toString(16)
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`
}

function toWord(value: bigint): `0x${string}` {
  return `0x${value.toString(16).padStart(64, '0')}`
}

function readWord(item: Item | undefined): bigint | undefined {
  if (typeof item !== 'string' || item.length > 66 || item.startsWith('0x00')) return undefined
  return item === '0x' ? 0n : BigInt(item)
}

/** Decodes a list, only in its canonical encoding. */
function readItems(bytes: `0x${string}`): readonly Item[] {
  let items: unknown
  try {
    items = fromRlp(bytes, 'hex')
  } catch (cause) {
    throw new ServiceError('signature_invalid', { cause, details: 'Not a transaction' })
  }
  if (!Array.isArray(items) || toRlp(items).toLowerCase() !== bytes.toLowerCase()) throw differs('form')
  return items
}

/** Checks that each call of an operation is the part that shows it. */
function checkShownCalls({ description, calls }: { description: Description; calls: readonly OperationCall[] }): void {
  const shown = description.parts.length === 0 ? [description] : description.parts
  if (shown.length !== calls.length) throw differs('calls')
  for (const [index, call] of calls.entries()) checkCall({ shown: shown[index] ?? description, call })
}

/** Checks that the figures on the screen are those of the transaction: the call and the fee. */
function checkShown({
  description,
  transaction,
}: {
  description: Description
  transaction: PreparedTransaction
}): void {
  checkCall({ shown: description, call: transaction })
  const { fee } = description
  const { gas, maxFeePerGas, gasPrice } = transaction
  const price = maxFeePerGas ?? gasPrice ?? 0n
  if (!fee || fee.gas !== gas || fee.maxFeePerGas !== price || fee.cost !== gas * price) throw differs('fee')
}

/** Checks the target, the native tokens sent along, and each value of the call. */
function checkCall({
  shown: { target, fields, signature },
  call: { to, value, data },
}: {
  shown: Description
  call: Pick<PreparedTransaction, 'to' | 'value' | 'data'>
}): void {
  // Chain data and sums are no values of the call.
  const rest = fields.filter(({ name, type }) => name !== 'allowanceAfter' && type !== summaryType)
  if ((target?.address ?? null)?.toLowerCase() !== to?.toLowerCase()) throw differs('target')
  if (value !== 0n) {
    const paid = rest.shift()?.value
    if (paid?.kind !== 'amount' || paid.asset.kind !== 'native' || paid.amount !== value) throw differs('value')
  }
  if (!fitsData({ signature, fields: rest, data })) throw differs('data')
}

function differs(field: string): LatchkeyError {
  return new ServiceError('signature_invalid', { details: `Differs from the request shown: ${field}` })
}
