import { roundCostUp } from '@latchkey/protocol'
import { decodeAbiParameters, formatUnits, hexToString, isAddress } from 'viem/utils'
import type { WalletApproval } from '../wallet/VirtualWallet.ts'
import { describeSwap } from './describeSwap.ts'

/** One line in the description of a request. */
export type RequestLine = { label: string; value: string; long?: boolean }

/** The description of a request that the owner sees. */
export type RequestDescription = { title: string; action: string; lines: readonly RequestLine[] }

/** Reads a token's symbol and decimals; undefined if they are not available. */
export type ReadToken = (address: string) => Promise<{ symbol: string; decimals: number } | undefined>

/** Describes the effect of a request in words. */
export async function describeRequest({
  approval: { method, params, chain },
  readToken,
}: {
  approval: WalletApproval
  readToken: ReadToken
}): Promise<RequestDescription> {
  const [first, second] = params
  switch (method) {
    case 'eth_requestAccounts':
    case 'wallet_requestPermissions':
      return { title: 'Connect', action: 'Connect', lines: [{ label: 'Asks for', value: 'your address' }] }
    case 'wallet_switchEthereumChain':
      return { title: 'Switch network', action: 'Switch', lines: [{ label: 'To', value: toChainName(first) }] }
    case 'wallet_addEthereumChain': {
      const { chainName, rpcUrls } = (first ?? {}) as { chainName?: string; rpcUrls?: string[] }
      return {
        title: 'Add network',
        action: 'Add',
        lines: [
          { label: 'Name', value: `${chainName ?? 'Unnamed'} (${toChainName(first)})` },
          { label: 'RPC', value: rpcUrls?.[0] ?? 'none', long: true },
        ],
      }
    }
    case 'personal_sign':
      return { title: 'Sign message', action: 'Sign', lines: [{ label: 'Message', value: toText(first), long: true }] }
    case 'eth_signTypedData_v4':
      return (
        (await describePermit({ data: second, readToken })) ?? {
          title: 'Sign data',
          action: 'Sign',
          lines: [{ label: 'Data', value: toJson(second), long: true }],
        }
      )
    case 'eth_sendTransaction':
      return describeTransaction({ transaction: (first ?? {}) as Record<string, string>, chain, readToken })
    default:
      return { title: method, action: 'Approve', lines: [{ label: 'Content', value: toJson(params), long: true }] }
  }
}

async function describeTransaction({
  transaction: { to, value, data, input, gas, gasPrice },
  chain,
  readToken,
}: {
  transaction: Record<string, string>
  chain: WalletApproval['chain']
  readToken: ReadToken
}): Promise<RequestDescription> {
  const symbol = chain.nativeSymbol ?? 'ETH'
  const calldata = data ?? input ?? '0x'
  const transfer = readTransfer(calldata)
  const amount = BigInt(value ?? '0x0')
  const lines: RequestLine[] = []
  const swap = to ? await describeSwap({ data: calldata, value: amount, symbol, readToken }) : undefined
  if (swap && to) lines.push(...swap, { label: 'Router', value: to, long: true })
  else if (transfer && to) {
    const { isApproval } = transfer
    lines.push({
      ...{ label: isApproval ? 'Lets spend' : 'Sends' },
      value: await writeTokens({ token: to, amount: transfer.amount, readToken }),
    })
    lines.push({ label: isApproval ? 'Spender' : 'Receiver', value: transfer.receiver, long: true })
    lines.push({ label: 'Token', value: to, long: true })
    if (amount > 0n) lines.push({ label: 'And', value: `${formatUnits(amount, 18)} ${symbol}` })
  } else {
    lines.push({ label: 'Sends', value: `${formatUnits(amount, 18)} ${symbol}` })
    lines.push({ label: to ? 'Receiver' : 'Creates', value: to ?? 'a contract', long: true })
    if (calldata !== '0x')
      lines.push({ label: 'Calls', value: `${calldata.slice(0, 10)}, ${(calldata.length - 2) / 2} bytes` })
  }
  if (gas && gasPrice)
    lines.push({
      label: 'Network cost',
      value: `at most ${roundCostUp(formatUnits(BigInt(gas) * BigInt(gasPrice), 18))} ${symbol}`,
    })
  return {
    title: swap ? 'Swap' : transfer?.isApproval ? 'Approve a spender' : 'Send transaction',
    action: 'Approve',
    lines,
  }
}

/** Describes the allowance of an ERC-2612 permit in words; undefined for other data. */
async function describePermit({
  data,
  readToken,
}: {
  data: unknown
  readToken: ReadToken
}): Promise<RequestDescription | undefined> {
  const { primaryType, domain, message } = readTypedData(data)
  const { spender, value, deadline } = message ?? {}
  const token = domain?.verifyingContract
  if (primaryType !== 'Permit' || !token || !spender || value === undefined || deadline === undefined) return undefined
  try {
    const amount = await writeTokens({ token, amount: BigInt(value), readToken })
    return {
      ...{ title: 'Sign a permission', action: 'Sign' },
      lines: [
        { label: 'Lets spend', value: amount },
        { label: 'Spender', value: spender, long: true },
        { label: 'Token', value: token, long: true },
        { label: 'Until', value: new Date(Number(deadline) * 1000).toISOString() },
      ],
    }
  } catch {
    // An invalid number or time.
    return undefined
  }
}

type PermitData = {
  primaryType?: string
  domain?: { verifyingContract?: string }
  message?: { spender?: string; value?: string | number; deadline?: string | number }
}

function readTypedData(data: unknown): PermitData {
  try {
    return ((typeof data === 'string' ? JSON.parse(data) : data) ?? {}) as PermitData
  } catch {
    return {}
  }
}

async function writeTokens({ token, amount, readToken }: { token: string; amount: bigint; readToken: ReadToken }) {
  const known = await readToken(token)
  return known ? `${formatUnits(amount, known.decimals)} ${known.symbol}` : `${amount} base units`
}

/** Reads `transfer(address,uint256)` and `approve(address,uint256)`. */
function readTransfer(data: string): { receiver: string; amount: bigint; isApproval: boolean } | undefined {
  if (!/^0x(a9059cbb|095ea7b3)[0-9a-f]{128}$/i.test(data)) return undefined
  const [receiver, amount] = decodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], `0x${data.slice(10)}`)
  return { receiver, amount, isApproval: /^0x095ea7b3/i.test(data) }
}

function toChainName(parameter: unknown): string {
  const { chainId } = (parameter ?? {}) as { chainId?: string }
  return `chain ${Number(chainId)}`
}

function toText(message: unknown): string {
  const text = String(message)
  return /^0x([0-9a-f]{2})+$/i.test(text) && !isAddress(text) ? hexToString(text as `0x${string}`) : text
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(typeof value === 'string' ? JSON.parse(value) : value, null, 2)
  } catch {
    return String(value)
  }
}
