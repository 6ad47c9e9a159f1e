import { latchkeyAccountAbi, latchkeyPaymasterAbi, latchkeySessionsAbi } from '@latchkey/contracts'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { decodeErrorResult, parseAbi } from 'viem/utils'

type Hex = `0x${string}`

/** Why the EntryPoint refuses a bundle. */
export type EntryPointRefusal = {
  /** Which operation, counted from 0. */
  index: number
  /** `AA23 reverted` and the like. Source: ERC-4337. */
  reason: string
  /** What the account, its module or the paymaster said. */
  inner: ContractError | undefined
}

/** The error of a contract: its name where it is one that we know, and its words. */
export type ContractError = { name: string | undefined; words: string; data: Hex }

type AbiError = Extract<(typeof entryPoint08Abi)[number], { type: 'error' }>

const bundleErrors = entryPoint08Abi.filter((item): item is AbiError => item.type === 'error')

const knownErrors = [
  ...[latchkeyAccountAbi, latchkeySessionsAbi, latchkeyPaymasterAbi].flatMap((abi) =>
    (abi as readonly { type: string; name?: string }[]).filter(({ type }) => type === 'error'),
  ),
  ...parseAbi([
    'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
    'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
    'error ERC20InvalidReceiver(address receiver)',
  ]),
] as unknown as readonly AbiError[]

/** Reads why `handleOps` failed; undefined when it said nothing that the EntryPoint says. */
export function readEntryPointRefusal(data: Hex | undefined): EntryPointRefusal | undefined {
  if (!data || data === '0x') return undefined
  try {
    const { errorName, args } = decodeErrorResult({ abi: bundleErrors, data })
    const [index, reason, inner] = args as unknown as [bigint, string, Hex | undefined]
    if (errorName !== 'FailedOp' && errorName !== 'FailedOpWithRevert') return undefined
    return { index: Number(index), reason, inner: errorName === 'FailedOp' ? undefined : readContractError(inner) }
  } catch {
    return undefined
  }
}

/** Reads what a contract's call failed with; undefined when it said nothing. */
export function readContractError(data: Hex | undefined): ContractError | undefined {
  if (!data || data === '0x') return undefined
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: knownErrors, data })
    if ((errorName as string) === 'Error') return { name: undefined, words: String(args[0]).slice(0, 200), data }
    const values = args.map((value) => String(value).slice(0, 80)).join(', ')
    return { name: errorName, words: `${errorName}(${values})`, data }
  } catch {
    return { name: undefined, words: readText(data) ?? `${data.slice(0, 74)}`, data }
  }
}

/** The probe puts some of the EntryPoint's sentences into the answer as they are. */
function readText(data: Hex): string | undefined {
  const text = Buffer.from(data.slice(2), 'hex').toString('utf8')
  return /^AA\d\d [ -~]{1,100}$/.test(text) ? text : undefined
}
