import { fromHex, type PsbtReading, readPsbt, toHex, verifyMessage, verifySignatures } from '@latchkey/bitcoin'
import type { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Description } from '../Description.ts'
import { readApproved } from './readBitcoinPayload.ts'

/** Result of the key holder: the signature of a message, hexadecimal; or the PSBT with the signatures, base64. */
export type BitcoinSigned = { signature: string } | { psbt: string }

/**
 * Parses signed bytes again and compares them with the description. The transaction must be the same to the byte. Exactly the named
 * inputs must have the visitor's valid signature of the shown type. Every shown coin must be in these bytes. Call it before the bytes
 * leave the wallet.
 *
 * @throws LatchkeyError `signature_invalid` if anything differs; `request_refused` if the description could not be signed at all
 * @example verifyBitcoinSigned({ description, signed: { psbt } })
 */
export function verifyBitcoinSigned({
  description,
  signed,
}: {
  description: Description
  signed: BitcoinSigned
}): void {
  const { request, payload } = readApproved(description)
  const { chainId } = request
  if (payload.kind === 'bitcoinMessage') {
    const { message, account: address } = payload
    if (!('signature' in signed)) throw differs('signature')
    const signature = readHex(signed.signature)
    if (!signature || !verifyMessage({ message, address, signature, chainId })) throw differs('signature')
    return
  }
  if (!('psbt' in signed)) throw differs('form')
  const asked = readPsbt({ psbt: payload.psbt, chainId })
  const got = read({ psbt: signed.psbt, chainId })
  if (essenceOf(asked) !== essenceOf(got)) throw differs('transaction')
  if (!saysTheSame({ description, psbt: got })) throw differs('what was shown')
  const named = new Set(payload.inputs.map(({ index }) => index))
  for (const [index, { status }] of got.inputs.entries()) {
    const before = asked.inputs[index]?.status
    if (!named.has(index) && status !== before) throw differs(`input ${index}`)
  }
  if (!verifySignatures({ psbt: signed.psbt, inputs: payload.inputs, chainId })) throw differs('signature')
}

function read(options: Parameters<typeof readPsbt>[0]): PsbtReading {
  try {
    return readPsbt(options)
  } catch (cause) {
    throw new ServiceError('signature_invalid', { cause, details: 'Not a PSBT' })
  }
}

function readHex(text: string): Uint8Array | undefined {
  try {
    return fromHex(text)
  } catch {
    return undefined
  }
}

/** The parts that determine the ID of a transaction. */
function essenceOf({ version, lockTime, inputs, outputs }: PsbtReading): string {
  return JSON.stringify([
    ...[version, lockTime],
    inputs.map(({ txid, vout, sequence }) => [txid, vout, sequence]),
    outputs.map(({ script, value }) => [toHex(script), String(value)]),
  ])
}

/** Whether the lists and figures on the screen are those of the transaction. */
function saysTheSame({ description, psbt }: { description: Description; psbt: PsbtReading }): boolean {
  const { family, fields, fee } = description
  const coins = family?.coins
  if (!coins || coins.inputs.length !== psbt.inputs.length || coins.outputs.length !== psbt.outputs.length) return false
  const isInput = coins.inputs.every(({ outpoint, amount }, index) => {
    const input = psbt.inputs[index]
    return (
      input &&
      outpoint === `${input.txid}:${input.vout}` &&
      (input.value === undefined || amount === null || amount === input.value)
    )
  })
  const isOutput = coins.outputs.every(({ address, amount, data }, index) => {
    const output = psbt.outputs[index]
    const bytes = output && (output.data ?? (output.address === undefined ? output.script : null))
    return output && amount === output.value && address === (output.address ?? null) && data === (bytes && toHex(bytes))
  })
  if (!isInput || !isOutput) return false
  const receivers = coins.outputs.filter(({ kind, address }) => kind === 'receiver' && address !== null)
  const shown = fields.map(({ value }) =>
    value.kind === 'address' ? value.address : value.kind === 'amount' ? String(value.amount) : '',
  )
  const cost = coins.inputs.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)
  const rest = cost - coins.outputs.reduce((sum, { amount }) => sum + amount, 0n)
  if (fee !== null && fee.cost !== rest) return false
  return shown.join() === receivers.flatMap(({ address, amount }) => [address, String(amount)]).join()
}

function differs(field: string): LatchkeyError {
  return new ServiceError('signature_invalid', { details: `Differs from the request shown: ${field}` })
}
