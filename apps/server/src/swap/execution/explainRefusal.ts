import { ServiceError } from '@latchkey/protocol/errors'
import { decodeErrorResult, parseAbi } from 'viem/utils'
import { sanitizeText } from '../../tokens/sanitizeText.ts'

/** A call that a node refused. */
export type Refusal = { code: number; message: string; data?: unknown }

/**
 * Errors that tokens and nodes return as data: those of Solidity, and those of OpenZeppelin for ERC-20 and permits (ERC-6093,
 * ERC-2612).
 */
const known = parseAbi([
  'error Error(string reason)',
  'error Panic(uint256 code)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC2612ExpiredSignature(uint256 deadline)',
  'error ERC2612InvalidSigner(address signer, address owner)',
  'error InvalidAccountNonce(address account, uint256 currentNonce)',
])

/** Returns the reason of the contract, sanitized; empty if it gave none. */
export function readReason({ message, data }: Refusal): string {
  const bytes = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  if (typeof bytes === 'string' && /^0x[0-9a-f]{8,}$/i.test(bytes)) {
    try {
      const { errorName, args } = decodeErrorResult({ abi: known, data: bytes as `0x${string}` })
      return errorName === 'Error' ? sanitizeText(String(args[0]), 100) : errorName
    } catch {
      // A custom error of the contract: fall back to the node's message.
    }
  }
  const told = /revert(?:ed)?(?: with reason string)?:? ?["']?(.*?)["']?$/i.exec(message)?.[1] ?? ''
  return sanitizeText(told, 100)
}

/** Reasons of the router for a result below the minimum. */
const tooLittle = /^(Too little received|Insufficient token|Insufficient WETH9|.*INSUFFICIENT_OUTPUT_AMOUNT)$/

/**
 * A reason that is safe to show: a name. Whole sentences come from the author of the token, and could ask the visitor for
 * anything.
 */
const name = /^[A-Za-z]\w{0,39}(: ?\w{1,40})?$/

const sentences: readonly (readonly [RegExp, string])[] = [
  [/^Transaction too old$/, 'Its deadline has passed'],
  [
    /^(ERC2612|InvalidAccountNonce|.*[Pp]ermit|ECDSA|.*INVALID_SIGNATURE)/,
    'The token does not accept the signed permit. Sign a new one',
  ],
  [
    /^(STF|.*TRANSFER_FROM_FAILED|ERC20InsufficientAllowance|.*(exceeds|insufficient) allowance)/i,
    'The approved amount of the token, or its balance, is too low',
  ],
  [
    /^(ERC20InsufficientBalance|.*exceeds balance|.*insufficient.balance)/i,
    'The account does not have enough of the token',
  ],
  [/^(IIA|.*K|TF|.*TRANSFER_FAILED)$/, 'A token on the route cannot be transferred normally'],
]

/**
 * Explains a refused simulation in words for a visitor.
 *
 * @returns `quote_outdated` if the price moved too far, else `simulation_failed`
 */
export function explainRefusal(refusal: Refusal): ServiceError {
  const reason = readReason(refusal)
  if (tooLittle.test(reason)) return new ServiceError('quote_outdated', { field: 'minimumAmount', details: reason })
  if (/insufficient (funds|balance)|exceeds the balance|OutOfFund/i.test(refusal.message) && reason === '') {
    return fail(
      'The account does not have enough of the native token for the amount and the network cost',
      refusal.message,
    )
  }
  const sentence = sentences.find(([pattern]) => pattern.test(reason))?.[1]
  return fail(sentence ?? `A token or a pool rejected it${name.test(reason) ? `: ${reason}` : ''}`, reason)
}

function fail(sentence: string, details: string): ServiceError {
  return new ServiceError('simulation_failed', {
    message: `The transaction would fail. ${sentence}`,
    details: sanitizeText(details, 200),
  })
}
