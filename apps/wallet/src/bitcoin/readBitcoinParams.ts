import { isBitcoinAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { malformed, readBase64, readFields, readList, readText } from '../families/readFields.ts'

/**
 * Bytes of a PSBT. In base64, this is the largest that fits with its surroundings into one message of a host
 * (`frameLimits.messageBytes`, 256 KiB). Previous transactions are most of a large PSBT. An input of segwit needs none, because the
 * wallet fetches it from the chain.
 */
const psbtBytes = 190_000
/** Limit of inputs to sign at once. */
const mostInputs = 500
/** Limit of characters in a message. */
const messageLength = 65_536
/** Maximum supply in satoshis. */
const mostSatoshis = 2_100_000_000_000_000n

/** Parsed request of a Bitcoin method. */
export type BitcoinAsk =
  | {
      method: 'sendTransfer'
      account: string
      recipientAddress: string
      /** Satoshis. */
      amount: string
      changeAddress?: string
    }
  | {
      method: 'signPsbt'
      account: string
      psbt: string
      signInputs: readonly { address: string; index: number; sighashTypes?: readonly number[] }[]
      broadcast: boolean
    }
  | { method: 'signMessage'; account: string; message: string; address: string; protocol?: 'ecdsa' | 'bip322' }

/**
 * Parses a request with the methods of WalletConnect. Amounts are satoshis in decimal digits, a PSBT is base64 (BIP-174).
 *
 * @throws LatchkeyError `malformed_request` with the field
 */
export function readBitcoinParams({ method, params }: { method: string; params: unknown }): BitcoinAsk {
  switch (method) {
    case 'sendTransfer': {
      const names = ['account', 'recipientAddress', 'amount', 'changeAddress', 'memo']
      const { account, recipientAddress, amount, changeAddress, memo } = readFields(params, names)
      // The wallet writes no memo, so it must not drop one silently.
      if (isGiven(memo) && memo !== '') throw malformed('memo')
      return {
        method,
        account: readAddress(account, 'account'),
        recipientAddress: readAddress(recipientAddress, 'recipientAddress'),
        amount: readAmount(amount),
        ...(isGiven(changeAddress) ? { changeAddress: readAddress(changeAddress, 'changeAddress') } : {}),
      }
    }
    case 'signPsbt': {
      const { account, psbt, signInputs, broadcast } = readFields(params, [
        'account',
        'psbt',
        'signInputs',
        'broadcast',
      ])
      if (!['boolean', 'undefined'].includes(typeof broadcast)) throw malformed('broadcast')
      const inputs = readList({ value: signInputs, field: 'signInputs', most: mostInputs, read: readInput })
      // With a duplicate, one of the two inputs would be signed differently than shown.
      if (new Set(inputs.map(({ index }) => index)).size !== inputs.length) throw malformed('signInputs')
      return {
        method,
        account: readAddress(account, 'account'),
        psbt: readPsbtText(psbt),
        signInputs: inputs,
        broadcast: broadcast === true,
      }
    }
    case 'signMessage': {
      const { account, message, address, protocol } = readFields(params, ['account', 'message', 'address', 'protocol'])
      const own = readAddress(account, 'account')
      if (isGiven(protocol) && protocol !== 'ecdsa' && protocol !== 'bip322') throw malformed('protocol')
      return {
        method,
        account: own,
        message: readText({ value: message, field: 'message', most: messageLength }),
        address: isGiven(address) ? readAddress(address, 'address') : own,
        ...(isGiven(protocol) ? { protocol: protocol as 'ecdsa' | 'bip322' } : {}),
      }
    }
    default:
      throw malformed('method')
  }
}

function readPsbtText(value: unknown): string {
  if (typeof value === 'string' && value.length > Math.ceil(psbtBytes / 3) * 4)
    throw new ServiceError('malformed_request', {
      field: 'psbt',
      message: `The PSBT is too large: the wallet takes ${psbtBytes} bytes at most`,
    })
  return readBase64({ value, field: 'psbt', most: psbtBytes })
}

function readInput(value: unknown): { address: string; index: number; sighashTypes?: readonly number[] } {
  const { address, index, sighashTypes } = readFields(value, ['address', 'index', 'sighashTypes'])
  if (!isByte(index, 0xffff)) throw malformed('signInputs')
  const own = { address: readAddress(address, 'signInputs'), index: index as number }
  if (!isGiven(sighashTypes)) return own
  const read = (type: unknown) => {
    if (!isByte(type, 0xff)) throw malformed('signInputs')
    return type as number
  }
  return { ...own, sighashTypes: readList({ value: sighashTypes, field: 'signInputs', most: 10, read }) }
}

function readAddress(value: unknown, field: string): string {
  if (!isBitcoinAddress(value)) throw malformed(field)
  return value
}

/** Reads whole satoshis in their only valid notation. */
function readAmount(value: unknown): string {
  const isAmount = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) && BigInt(value) <= mostSatoshis
  if (!isAmount) throw malformed('amount')
  return value
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function isByte(value: unknown, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
}
