import { parseSignature } from '../abi/parseSignature.ts'
import type { FieldDisplay } from '../descriptors/Descriptor.ts'
import type { KnownFunction } from '../descriptors/DescriptorIndex.ts'

const recipient: FieldDisplay = { path: 'recipient', label: 'receiver', format: 'address' }
const amount = (label: FieldDisplay['label'], path: string, tokenPath: string): FieldDisplay => ({
  ...{ path, label, format: 'amount', tokenPath },
})
const native = (label: FieldDisplay['label'], path: string): FieldDisplay => ({ path, label, format: 'amount' })
const details = '(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const swapIn = (path: string) =>
  `(address recipient,uint256 amountIn,uint256 amountOutMin,${path} path,bool payerIsUser)`
const swapOut = (path: string) =>
  `(address recipient,uint256 amountOut,uint256 amountInMax,${path} path,bool payerIsUser)`

/** The commands whose input is decoded, as functions; others are blind. Source: Uniswap Universal Router, Commands.sol. */
const commands: Readonly<
  Record<number, { signature: string; intent: KnownFunction['display']['intent']; fields: FieldDisplay[] }>
> = {
  0: {
    signature: `V3_SWAP_EXACT_IN${swapIn('bytes')}`,
    intent: 'swap',
    fields: [
      recipient,
      amount('paid', 'amountIn', 'path.[0:20]'),
      amount('minimumReceived', 'amountOutMin', 'path.[-20:]'),
    ],
  },
  1: {
    signature: `V3_SWAP_EXACT_OUT${swapOut('bytes')}`,
    intent: 'swap',
    fields: [
      recipient,
      amount('paid', 'amountInMax', 'path.[-20:]'),
      amount('minimumReceived', 'amountOut', 'path.[0:20]'),
    ],
  },
  2: {
    signature: 'PERMIT2_TRANSFER_FROM(address token,address recipient,uint160 amount)',
    intent: 'swap',
    fields: [recipient, amount('amount', 'amount', 'token')],
  },
  4: {
    signature: 'SWEEP(address token,address recipient,uint256 amountMin)',
    intent: 'swap',
    fields: [recipient, amount('minimumReceived', 'amountMin', 'token')],
  },
  5: {
    signature: 'TRANSFER(address token,address recipient,uint256 value)',
    intent: 'swap',
    fields: [recipient, amount('amount', 'value', 'token')],
  },
  6: {
    signature: 'PAY_PORTION(address token,address recipient,uint256 bips)',
    intent: 'swap',
    // The share of an interface: its address is not informative.
    fields: [],
  },
  8: {
    signature: `V2_SWAP_EXACT_IN${swapIn('address[]')}`,
    intent: 'swap',
    fields: [recipient, amount('paid', 'amountIn', 'path.[0]'), amount('minimumReceived', 'amountOutMin', 'path.[-1]')],
  },
  9: {
    signature: `V2_SWAP_EXACT_OUT${swapOut('address[]')}`,
    intent: 'swap',
    fields: [recipient, amount('paid', 'amountInMax', 'path.[0]'), amount('minimumReceived', 'amountOut', 'path.[-1]')],
  },
  10: {
    signature: `PERMIT2_PERMIT((${details} details,address spender,uint256 sigDeadline) permit,bytes signature)`,
    intent: 'permit',
    fields: [
      { path: 'permit.spender', label: 'spender', format: 'address' },
      amount('amount', 'permit.details.amount', 'permit.details.token'),
      { path: 'permit.details.expiration', label: 'deadline', format: 'date' },
    ],
  },
  11: {
    signature: 'WRAP_ETH(address recipient,uint256 amount)',
    intent: 'swap',
    fields: [recipient, native('paid', 'amount')],
  },
  12: {
    signature: 'UNWRAP_WETH(address recipient,uint256 amountMin)',
    intent: 'swap',
    fields: [recipient, native('minimumReceived', 'amountMin')],
  },
}

/**
 * Parses the commands of a Universal Router, one byte each.
 *
 * @returns a function for each command, undefined for unknown ones
 */
export function readRouterCommands(bytes: string): readonly (KnownFunction | undefined)[] {
  return (bytes.slice(2).match(/../g) ?? []).map((byte) => {
    // The highest bit lets a command fail.
    const command = commands[Number.parseInt(byte, 16) & 0x3f]
    if (!command) return undefined
    const { signature, intent, fields } = command
    const { canonical, inputs } = parseSignature(signature)
    return { canonical, inputs, display: { intent, fields } }
  })
}
