import { latchkeyPaymasterAbi } from '@latchkey/contracts'
import { entryPoint08 } from '@latchkey/smart-account'
import { type Address, encodeFunctionData, formatEther, type PublicClient, parseAbi } from 'viem'
import type { Steps } from '../../deployments/createSteps.ts'

/** Funds of a paymaster in wei. Undefined values stay unchanged. */
export type PaymasterFunds = {
  /** Deposit at the EntryPoint; the missing part is sent. */
  deposit?: bigint | undefined
  /** Stake, which bundlers require from a paymaster with its own storage; the missing part is sent. */
  stake?: bigint | undefined
  /** Default daily budget, which the contract enforces. */
  budgetPerDay?: bigint | undefined
}

const entryPointAbi = parseAbi([
  'function getDepositInfo(address account) view returns (uint256 deposit, bool staked, uint112 stake, uint32 unstakeDelaySec, uint48 withdrawTime)',
])
const day = 86_400
const defaultBudget = `0x${'00'.repeat(16)}` as const

/**
 * Brings a paymaster's funds to the given values.
 *
 * @returns the cost in wei, including the sent amounts
 */
export async function fundPaymaster({
  reader,
  send,
  paymaster,
  deployer,
  funds: { deposit = 0n, stake = 0n, budgetPerDay },
  say,
}: {
  reader: PublicClient
  send: Steps['send']
  paymaster: Address
  deployer: { address: Address }
  funds: PaymasterFunds
  say: (line: string) => void
}): Promise<bigint> {
  const abi = latchkeyPaymasterAbi
  const [info, owner, [, limit, period]] = await Promise.all([
    reader.readContract({
      abi: entryPointAbi,
      address: entryPoint08,
      functionName: 'getDepositInfo',
      args: [paymaster],
    }),
    reader.readContract({ abi, address: paymaster, functionName: 'owner' }),
    reader.readContract({ abi, address: paymaster, functionName: 'budgetOf', args: [defaultBudget] }),
  ])
  const [held, , staked] = info
  let cost = 0n
  if (held < deposit) {
    const data = encodeFunctionData({ abi, functionName: 'deposit' })
    cost += await send({ what: 'Deposit', to: paymaster, data, value: deposit - held })
  } else say(`Deposit: ${formatEther(held)}`)

  const isOwner = owner.toLowerCase() === deployer.address.toLowerCase()
  const wantsBudget = budgetPerDay !== undefined && (budgetPerDay !== limit || period !== day)
  if (!isOwner && (wantsBudget || staked < stake)) {
    say(`Stake and budget: only the owner ${owner} can set them`)
    return cost
  }
  if (staked < stake) {
    const data = encodeFunctionData({ abi, functionName: 'addStake', args: [day] })
    cost += await send({ what: 'Stake', to: paymaster, data, value: stake - staked })
  } else say(`Stake: ${formatEther(staked)}`)
  if (wantsBudget) {
    const data = encodeFunctionData({ abi, functionName: 'setBudget', args: [defaultBudget, budgetPerDay, day] })
    cost += await send({ what: `Budget of ${formatEther(budgetPerDay)} a day`, to: paymaster, data })
  } else if (period === 0) say('Budget: none, so nothing is paid; set one with --budget')
  else say(`Budget: ${formatEther(limit)} in ${period} seconds`)
  return cost
}
