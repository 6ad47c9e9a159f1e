import { readAddress, readPsbt, toHex } from '@latchkey/bitcoin'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Description, FamilyRequest } from '../Description.ts'
import { allFindings } from '../families/complete.ts'
import type { BitcoinPayload } from '../families/FamilyPayload.ts'
import { parseFamilyRequest } from '../families/readFamilyRequest.ts'
import { protocolOf } from './describeMessage.ts'
import { type BitcoinAsk, readAsk } from './readAsk.ts'

/**
 * Returns the payload to sign for an approved description, which is exactly the shown request.
 *
 * @throws LatchkeyError `request_refused` if a finding forbids it, or there is nothing to sign
 */
export function readBitcoinPayload({ description }: { description: Description }): BitcoinPayload {
  return readApproved(description).payload
}

/** Parses the request of an approved description again. @throws LatchkeyError `request_refused` */
export function readApproved(description: Description): { request: FamilyRequest; payload: BitcoinPayload } {
  if (allFindings(description).some(({ level }) => level === 'refuse')) throw new ServiceError('request_refused')
  const payload = description.family?.payload
  let isAsked = false
  let request: FamilyRequest
  try {
    request = parseFamilyRequest(description.raw, 'bip122')
    isAsked = payload !== null && payload !== undefined && isWhatWasAsked({ request, ask: readAsk(request), payload })
  } catch (cause) {
    throw new ServiceError('request_refused', {
      cause,
      details: 'The description has no request that can be signed',
    })
  }
  if (!isAsked || !payload || !('kind' in payload) || payload.kind.startsWith('solana'))
    throw new ServiceError('request_refused', { details: 'There is nothing to sign in this description' })
  return { request, payload: payload as BitcoinPayload }
}

/** Whether the payload matches the request. A payment that the wallet built must pay that, and only that. */
function isWhatWasAsked({
  request: { account, chainId },
  ask,
  payload,
}: {
  request: FamilyRequest
  ask: BitcoinAsk
  payload: NonNullable<NonNullable<Description['family']>['payload']>
}): boolean {
  if (ask.kind === 'message')
    return (
      payload.kind === 'bitcoinMessage' &&
      payload.message === ask.message &&
      payload.account === ask.address &&
      payload.protocol === protocolOf(ask, chainId)
    )
  if (payload.kind !== 'bitcoinPsbt' || payload.account !== account) return false
  const psbt = readPsbt({ psbt: payload.psbt, chainId })
  const fits = payload.inputs.every(({ index, sighash }) => psbt.inputs[index]?.sighash.value === sighash)
  if (!fits) return false
  if (ask.kind === 'psbt') {
    const named = (inputs: readonly { index: number; address: string }[]) =>
      inputs.map(({ index, address }) => `${index}:${address}`).join()
    return (
      payload.psbt === ask.psbt && payload.broadcast === ask.broadcast && named(payload.inputs) === named(ask.inputs)
    )
  }
  const scriptOf = (text: string) => toHex(readAddress({ text, chainId })?.script ?? new Uint8Array())
  const paid = psbt.outputs.map(({ script, value }) => ({ script: toHex(script), value }))
  const place = paid.findIndex(({ script, value }) => script === scriptOf(ask.receiver) && value === ask.amount)
  const rest = paid.filter((_, index) => index !== place)
  const back = scriptOf(ask.changeAddress ?? account)
  return (
    place >= 0 &&
    rest.length <= 1 &&
    rest.every(({ script }) => script === back) &&
    payload.broadcast &&
    payload.inputs.length === psbt.inputs.length &&
    payload.inputs.every(({ address, sighash }) => address === account && sighash === 1)
  )
}
