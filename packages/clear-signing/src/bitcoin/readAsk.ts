import type { FamilyRequest } from '../Description.ts'
import { readBase64, readFields } from '../families/readFamilyRequest.ts'
import { Malformed } from '../request/Malformed.ts'

/** Limit of inputs to sign at once. */
const inputLimit = 500
/** Maximum supply in satoshis. */
const mostSatoshis = 2_100_000_000_000_000n

/** An input to sign, with its address. `sighashTypes`: signature types that the page allows. */
export type AskedInput = { index: number; address: string; sighashTypes: readonly number[] | null }

/** Parsed Bitcoin request. */
export type BitcoinAsk =
  | { kind: 'psbt'; account: string; psbt: string; inputs: readonly AskedInput[]; broadcast: boolean }
  | { kind: 'transfer'; account: string; receiver: string; amount: bigint; changeAddress: string | null }
  | { kind: 'message'; account: string; address: string; message: string; protocol: 'bip322' | 'ecdsa' | null }

/** Supported methods. Source: the WalletConnect specification, Bitcoin. */
export const bitcoinMethods = ['signPsbt', 'sendTransfer', 'signMessage']

/** Parses a Bitcoin request. @throws Malformed */
export function readAsk({ method, params }: Pick<FamilyRequest, 'method' | 'params'>): BitcoinAsk {
  if (method === 'signPsbt') return readPsbtAsk(readFields(params, ['account', 'psbt', 'signInputs', 'broadcast']))
  if (method === 'sendTransfer')
    return readTransfer(readFields(params, ['account', 'recipientAddress', 'amount', 'changeAddress', 'memo']))
  return readMessageAsk(readFields(params, ['account', 'message', 'address', 'protocol']))
}

function readPsbtAsk({ account, psbt, signInputs, broadcast }: Record<string, unknown>): BitcoinAsk {
  if (broadcast !== undefined && typeof broadcast !== 'boolean') throw new Malformed('broadcast', 'not true or false')
  readBase64(psbt, 'psbt')
  if (!Array.isArray(signInputs) || signInputs.length === 0) throw new Malformed('signInputs', 'none')
  if (signInputs.length > inputLimit) throw new Malformed('signInputs', `more than ${inputLimit}`)
  const inputs = signInputs.map(readInput)
  if (new Set(inputs.map(({ index }) => index)).size !== inputs.length)
    throw new Malformed('signInputs', 'an input twice')
  return {
    kind: 'psbt',
    account: readText(account, 'account'),
    psbt: psbt as string,
    inputs,
    broadcast: broadcast === true,
  }
}

function readInput(value: unknown): AskedInput {
  const { address, index, sighashTypes } = readFields(value, ['address', 'index', 'sighashTypes'])
  if (!isByte(index, 0xffff)) throw new Malformed('signInputs', 'not a number of an input')
  const isGiven = sighashTypes !== undefined && sighashTypes !== null
  if (isGiven && !(Array.isArray(sighashTypes) && sighashTypes.every((type) => isByte(type, 0xff))))
    throw new Malformed('sighashTypes', 'not a list of numbers')
  const types = isGiven ? (sighashTypes as number[]) : null
  return { index, address: readText(address, 'signInputs'), sighashTypes: types }
}

function readTransfer({ account, recipientAddress, amount, changeAddress, memo }: Record<string, unknown>): BitcoinAsk {
  // The wallet writes no memo, so it must not drop one silently.
  if (memo !== undefined && memo !== null && memo !== '') throw new Malformed('memo', 'this wallet writes no data')
  if (typeof amount !== 'string' || !/^[1-9]\d{0,15}$/.test(amount) || BigInt(amount) > mostSatoshis)
    throw new Malformed('amount', 'not whole satoshis')
  return {
    ...{ kind: 'transfer', account: readText(account, 'account'), amount: BigInt(amount) },
    receiver: readText(recipientAddress, 'recipientAddress'),
    changeAddress:
      changeAddress === undefined || changeAddress === null ? null : readText(changeAddress, 'changeAddress'),
  }
}

function readMessageAsk({ account, message, address, protocol }: Record<string, unknown>): BitcoinAsk {
  if (typeof message !== 'string') throw new Malformed('message', 'not a text')
  // A lone surrogate would be replaced in the encoded bytes.
  if (/\p{Cs}/u.test(message)) throw new Malformed('message', 'not UTF-8')
  const isGiven = protocol !== undefined && protocol !== null
  if (isGiven && protocol !== 'ecdsa' && protocol !== 'bip322') throw new Malformed('protocol', 'not ecdsa or bip322')
  const own = readText(account, 'account')
  return {
    ...{ kind: 'message', account: own, message },
    address: address === undefined || address === null ? own : readText(address, 'address'),
    protocol: isGiven ? protocol : null,
  }
}

function readText(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '' || value.length > 100) throw new Malformed(field, 'not an address')
  return value
}

function isByte(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
}
