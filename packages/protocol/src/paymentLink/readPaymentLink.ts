import { isEvmAddress } from '../caip/address.ts'
import { isBitcoinAddress, isSolanaAddress } from '../caip/familyAddress.ts'
import type { PaymentLinkReading } from './PaymentLink.ts'

/** Largest length of a genuine link. */
const longest = 2_000
const broken: PaymentLinkReading = { ok: false, problem: 'broken' }
const unsupported = (what: string): PaymentLinkReading => ({ ok: false, problem: 'unsupported', what })
/** Decimal text without an exponent, as Solana Pay and BIP-21 write amounts. */
const decimal = /^\d{1,40}(\.\d{1,40})?$/

/** Whether a text is a payment link by its scheme: `ethereum:`, `solana:` or `bitcoin:`. */
export function isPaymentLink(text: string): boolean {
  return /^\s*(ethereum|solana|bitcoin):/i.test(text)
}

/**
 * Reads a payment link: EIP-681 (`ethereum:`, payments and ERC-20 transfers), Solana Pay transfer requests (`solana:`) and BIP-21
 * (`bitcoin:`). Ignores parts that only describe the payment. Refuses a link with an unsupported part that would change the payment.
 *
 * @returns undefined for a text that is not a payment link
 * @example readPaymentLink('bitcoin:bc1q…?amount=0.01')
 * @see https://eips.ethereum.org/EIPS/eip-681
 * @see https://docs.solanapay.com/spec
 * @see https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki
 */
export function readPaymentLink(text: string): PaymentLinkReading | undefined {
  if (!isPaymentLink(text)) return undefined
  const link = text.trim()
  if (link.length > longest) return broken
  const colon = link.indexOf(':')
  const [path = '', query = ''] = splitOnce(link.slice(colon + 1), '?')
  const parameters = readParameters(query)
  if (!parameters) return broken
  switch (link.slice(0, colon).toLowerCase()) {
    case 'ethereum':
      return readEthereum(path, parameters)
    case 'solana':
      return readSolana(link.slice(colon + 1), path, parameters)
    default:
      return readBitcoin(path, parameters)
  }
}

function readEthereum(path: string, parameters: ReadonlyMap<string, string>): PaymentLinkReading {
  const match = /^(?:pay-)?([^@/]+)(?:@(\d{1,16}))?(?:\/([^/]+))?$/.exec(path)
  const [, target = '', chainReference, call] = match ?? []
  const isName = /^[^\s@/]+\.[^\s@/.]+$/u.test(decode(target) ?? '')
  if (!match || !(isEvmAddress(target) || isName)) return broken
  // The visitor chooses the fee in the wallet, so ignore the link's.
  const known = ['value', 'gas', 'gaslimit', 'gasprice', 'label', 'message', 'chainid']
  const place = { namespace: 'eip155', chainReference } as const
  if (call === undefined) {
    const strange = [...parameters.keys()].find((name) => !known.includes(name))
    if (strange !== undefined) return unsupported(strange)
    const amount = readUnits(parameters.get('value'))
    return amount === null ? broken : { ok: true, link: { ...place, receiver: decode(target) ?? target, amount } }
  }
  if (call !== 'transfer') return unsupported(call)
  const strange = [...parameters.keys()].find((name) => ![...known, 'address', 'uint256'].includes(name))
  if (strange !== undefined) return unsupported(strange)
  // A token transfer with native tokens for the contract would lose them.
  if (/[1-9]/.test(parameters.get('value') ?? '')) return unsupported('value')
  const receiver = parameters.get('address') ?? ''
  const amount = readUnits(parameters.get('uint256'))
  if (!isEvmAddress(target) || !isEvmAddress(receiver) || amount === null) return broken
  return { ok: true, link: { ...place, receiver, token: target, amount } }
}

function readSolana(rest: string, path: string, parameters: ReadonlyMap<string, string>): PaymentLinkReading {
  if (/^(https?:|https?%3a)/i.test(rest)) return { ok: false, problem: 'request' }
  // With these parameters the receiver identifies the payment, but this payment would not contain them.
  const strange = [...parameters.keys()].find((name) => !['amount', 'spl-token', 'label', 'message'].includes(name))
  if (strange !== undefined) return unsupported(strange)
  const token = parameters.get('spl-token')
  const amount = parameters.get('amount')
  if (!isSolanaAddress(path) || (token !== undefined && !isSolanaAddress(token))) return broken
  if (amount !== undefined && !decimal.test(amount)) return broken
  return { ok: true, link: { namespace: 'solana', receiver: path, token, amount: toAmount(amount) } }
}

function readBitcoin(path: string, parameters: ReadonlyMap<string, string>): PaymentLinkReading {
  const required = [...parameters.keys()].find((name) => name.startsWith('req-'))
  if (required !== undefined) return unsupported(required)
  if (path === '') return parameters.has('lightning') ? unsupported('lightning') : broken
  const amount = parameters.get('amount')
  if (!isBitcoinAddress(path) || (amount !== undefined && !decimal.test(amount))) return broken
  return { ok: true, link: { namespace: 'bip122', receiver: path, amount: toAmount(amount) } }
}

function toAmount(text: string | undefined) {
  return text === undefined ? undefined : { text, isBase: false }
}

/** Returns the base units of an EIP-681 number (`2.014e18`), digit by digit; null for any other text. */
function readUnits(text: string | undefined): { text: string; isBase: boolean } | undefined | null {
  if (text === undefined) return undefined
  const [, whole = '', fraction = '', power = '0'] =
    /^\+?(\d{1,80})(?:\.(\d{1,80}))?(?:e\+?(\d{1,2}))?$/i.exec(text) ?? []
  const shift = Number(power)
  // A fraction of a base unit is not a valid amount.
  if (whole === '' || /[1-9]/.test(fraction.slice(shift))) return null
  const units = BigInt(whole + fraction.slice(0, shift).padEnd(shift, '0'))
  return units < 2n ** 256n ? { text: String(units), isBase: true } : null
}

/** Returns the parameters by lower-case name; undefined if one is repeated or malformed. */
function readParameters(query: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  for (const part of query.split('&')) {
    if (part === '') continue
    const [rawName = '', rawValue = ''] = splitOnce(part, '=')
    const [name, value] = [decode(rawName)?.toLowerCase(), decode(rawValue)]
    if (name === undefined || value === undefined || found.has(name)) return undefined
    found.set(name, value)
  }
  return found
}

function splitOnce(text: string, mark: string): readonly [string, string] {
  const index = text.indexOf(mark)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + mark.length)]
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
