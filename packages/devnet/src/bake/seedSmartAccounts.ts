import { concat, encodeFunctionData, parseAbi, parseEther } from 'viem/utils'
import { create2Deployer, noSalt, smartAccountCreations } from '../world/smartAccounts.ts'
import type { World } from '../world/World.ts'
import type { ManualChain } from './ManualChain.ts'

/** Funds of the operator in ETH: 1,000 of it are the paymaster's deposit. */
const funds = { operator: '5000', executor: '10000' } as const
const stake = parseEther('10')
/** Seconds before a stake is returned, as bundlers require. Source: ERC-7562, `MIN_UNSTAKE_DELAY`. */
const unstakeDelay = 86_400

/** Daily amount that the paymaster pays for all projects without their own budget. */
const budget = { id: `0x${'00'.repeat(16)}`, limit: parseEther('100'), period: 86_400 } as const

const abi = parseAbi([
  'function depositTo(address account) payable',
  'function addStake(uint32 unstakeDelaySec) payable',
  'function setBudget(bytes16 budget, uint128 limit, uint48 period)',
])

/** Makes the contracts of smart accounts, gives the operator's paymaster its money, and funds who sends operations. Leaves the transactions waiting. */
export async function seedSmartAccounts({ chain, world }: { chain: ManualChain; world: World }): Promise<void> {
  const { operator, executor } = world.accounts
  const { entryPoint08, paymaster } = world.contracts
  for (const [account, amount] of [
    [operator, funds.operator],
    [executor, funds.executor],
  ] as const) {
    await chain.rpc('anvil_setBalance', [account.address, `0x${parseEther(amount).toString(16)}`])
  }
  for (const creation of Object.values(smartAccountCreations)) {
    await chain.send({ from: operator, to: create2Deployer, data: concat([noSalt, creation]), gas: 8_000_000n })
  }
  const depositTo = encodeFunctionData({ abi, functionName: 'depositTo', args: [paymaster] })
  await chain.send({ from: operator, to: entryPoint08, data: depositTo, value: parseEther('1000') })
  const addStake = encodeFunctionData({ abi, functionName: 'addStake', args: [unstakeDelay] })
  await chain.send({ from: operator, to: paymaster, data: addStake, value: stake })
  const { id, limit, period } = budget
  const setBudget = encodeFunctionData({ abi, functionName: 'setBudget', args: [id, limit, period] })
  await chain.send({ from: operator, to: paymaster, data: setBudget })
}
