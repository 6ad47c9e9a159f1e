import { LatchkeyError } from '@latchkey/protocol'
import type { TransactionSerializable, TransactionSerialized } from 'viem'
import { keccak256, parseTransaction, serializeTransaction } from 'viem/utils'
import type { Description, PreparedTransaction } from '../Description.ts'
import { fitsData } from './fitsData.ts'
import { readSigningPayload } from './readSigningPayload.ts'
import { recoverSigner } from './recoverSigner.ts'

/**
 * Reads signed bytes again and holds every field and the signer against what was shown, so that what was shown is what is
 * signed. Call it before the bytes leave the wallet.
 *
 * @param signed a serialized transaction, or the 65 bytes of a signature of a message or typed data
 * @throws LatchkeyError `signature_invalid` when anything differs; `request_refused` when the description could not be signed at all
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
  const signer =
    payload.kind === 'transaction'
      ? await readTransactionSigner({ signed, description, shown: payload.transaction })
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

async function readTransactionSigner({
  signed,
  description,
  shown,
}: {
  signed: `0x${string}`
  description: Description
  shown: PreparedTransaction
}): Promise<`0x${string}`> {
  let parsed: ReturnType<typeof parseTransaction>
  try {
    parsed = parseTransaction(signed as TransactionSerialized)
  } catch (cause) {
    throw new LatchkeyError('signature_invalid', { cause, details: 'Not a transaction' })
  }
  const { r, s, v, yParity, ...unsigned } = parsed
  if (!r || !s) throw differs('signature')
  const read = toPrepared(unsigned as Record<string, unknown>)
  const wanted: Comparable = { ...shown, to: shown.to?.toLowerCase() ?? null }
  for (const name of fieldNames) if (read[name] !== wanted[name]) throw differs(name)
  if (unsigned.accessList?.length) throw differs('accessList')
  checkShown({ description, transaction: read })

  const parity = yParity ?? (v === undefined ? undefined : Number((v + 1n) % 2n))
  if (parity === undefined) throw differs('signature')
  const serializable = unsigned as TransactionSerializable
  // Leading zeros, further items and whatever else would be read as the same transaction are other bytes.
  const again = serializeTransaction(serializable, { r, s, yParity: parity, ...(v === undefined ? {} : { v }) })
  if (again.toLowerCase() !== signed.toLowerCase()) throw differs('form')
  return recoverSigner({ digest: keccak256(serializeTransaction(serializable)), r, s, yParity: parity })
}

const fieldNames = [
  'type',
  'chainId',
  'to',
  'value',
  'data',
  'nonce',
  'gas',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
] as const

type Comparable = { [name in (typeof fieldNames)[number]]?: unknown }

/** The fields of a decoded transaction as they are shown; what RLP writes as nothing is 0. */
function toPrepared(read: Record<string, unknown>): Comparable {
  const { type, chainId, to, value = 0n, data = '0x', nonce = 0, gas = 0n } = read
  const prices =
    type === 'legacy'
      ? { gasPrice: read.gasPrice ?? 0n }
      : { maxFeePerGas: read.maxFeePerGas ?? 0n, maxPriorityFeePerGas: read.maxPriorityFeePerGas ?? 0n }
  const receiver = typeof to === 'string' ? to.toLowerCase() : null
  return { type, chainId, to: receiver, value, data, nonce, gas, ...prices }
}

/** The screen's own figures must be those of the transaction too: the target, the coins that are paid, each value of the call, the fee. */
function checkShown({ description, transaction }: { description: Description; transaction: Comparable }): void {
  const { target, fields, fee, signature } = description
  const rest = fields.filter(({ name }) => name !== 'allowanceAfter')
  if ((target?.address.toLowerCase() ?? null) !== transaction.to) throw differs('target')
  if (transaction.value !== 0n) {
    const paid = rest.shift()?.value
    if (paid?.kind !== 'amount' || paid.asset.kind !== 'native' || paid.amount !== transaction.value)
      throw differs('value')
  }
  if (!fitsData({ signature, fields: rest, data: transaction.data as `0x${string}` })) throw differs('data')
  const price = transaction.maxFeePerGas ?? transaction.gasPrice
  if (!fee || fee.gas !== transaction.gas || fee.maxFeePerGas !== price || fee.cost !== fee.gas * fee.maxFeePerGas)
    throw differs('fee')
}

function differs(field: string): LatchkeyError {
  return new LatchkeyError('signature_invalid', { details: `Not what was shown: ${field}` })
}
