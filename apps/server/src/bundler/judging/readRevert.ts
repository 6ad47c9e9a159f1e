import { latchkeyAccountAbi, latchkeyPaymasterAbi, latchkeySessionsAbi } from '@latchkey/contracts'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { decodeErrorResult, parseAbi } from 'viem/utils'

type Hex = `0x${string}`

/** A refusal of a bundle by the EntryPoint. */
export type EntryPointRefusal = {
  /** Index of the operation, from 0. */
  index: number
  /** For example `AA23 reverted`. Source: ERC-4337. */
  reason: string
  /** Error of the account, its module or the paymaster. */
  inner: ContractError | undefined
}

/** Error of a contract, with its name if known. */
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

/** Decodes why `handleOps` failed; undefined if the data is no error of the EntryPoint. */
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

/** Decodes the error of a contract's call; undefined without data. */
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

/** The probe returns some of the EntryPoint's error texts directly. */
function readText(data: Hex): string | undefined {
  const text = Buffer.from(data.slice(2), 'hex').toString('utf8')
  return /^AA\d\d [ -~]{1,100}$/.test(text) ? text : undefined
}
