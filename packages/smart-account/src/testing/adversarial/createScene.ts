import { adversaryAbi, latchkeyAccountAbi, latchkeySessionsAbi } from '@latchkey/contracts'
import { erc20Abi, maxUint256, parseEther, zeroAddress } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { encodeFunctionData, toFunctionSelector } from 'viem/utils'
import type { AccountCall } from '../../calls/AccountCall.ts'
import { entryPoint08, smartAccountContracts } from '../../contracts/addresses.ts'
import type { UserOperation } from '../../operation/UserOperation.ts'
import type { CallRule, Grant } from '../../permissions/Grant.ts'
import { type SessionWorld, testKey, wordOf } from '../startSessionWorld.ts'

const day = 86_400

/** Accounts and permissions at the start of every attack. */
export type Scene = Awaited<ReturnType<typeof createScene>>

/** Returns a rule for one function, by default without a value. */
function ruleFor(target: `0x${string}`, signature: string, rest: Partial<CallRule> = {}): CallRule {
  return { target, selector: toFunctionSelector(signature), valueLimit: 0n, arguments: [], ...rest }
}

/** Creates an account with 1,000 tokens and 100 ETH, and a permission to move ten of either in a day. */
export async function createScene(world: SessionWorld) {
  const { client, account, token, otherToken, adversary } = world
  const bob: `0x${string}` = '0x000000000000000000000000000000000000b0b0'
  const router: `0x${string}` = '0x0000000000000000000000000000000000007000'
  // First second of a future day, so that the tests know the start and the end of periods.
  const today = (Math.floor((await world.now()) / day) + 1) * day
  await world.travelTo(today + 1000)

  const rules: Pick<Grant, 'calls' | 'allowances' | 'validAfter' | 'validUntil'> = {
    ...{ validAfter: today, validUntil: today + 30 * day - 1 },
    calls: [
      ruleFor(token, 'transfer(address,uint256)'),
      ruleFor(token, 'approve(address,uint256)', { arguments: [{ index: 0, condition: 0, value: wordOf(router) }] }),
      ruleFor(token, 'increaseAllowance(address,uint256)'),
      ruleFor(token, 'transferFrom(address,address,uint256)'),
      ruleFor(token, 'burn(uint256)'),
      ruleFor(token, 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'),
      ruleFor(otherToken, 'transfer(address,uint256)'),
      ruleFor(otherToken, 'transferAndCall(address,uint256,bytes)'),
      ruleFor(otherToken, 'send(address,uint256,bytes)'),
      ruleFor(otherToken, 'setApprovalForAll(address,bool)'),
      ruleFor(otherToken, 'approve(address,address,uint160,uint48)'),
      ruleFor(adversary, 'relay(address,bytes)', { valueLimit: parseEther('2') }),
      ruleFor(adversary, 'fail(uint256)'),
      ruleFor(adversary, 'burn()'),
      { target: bob, selector: '0x00000000', valueLimit: parseEther('6'), arguments: [] },
      { target: adversary, selector: '0x00000000', valueLimit: parseEther('6'), arguments: [] },
    ],
    allowances: [token, zeroAddress].map((asset) => ({
      token: asset,
      limit: parseEther('10'),
      start: today,
      period: day,
    })),
  }
  const session = await world.grant(rules)
  const poor = await world.grant({ ...rules, allowances: rules.allowances.slice(0, 1) })
  // Rules that no wallet would grant. The chain must still refuse them.
  const foolish = await world.grant({
    ...rules,
    calls: [
      ...([account, smartAccountContracts.sessions, entryPoint08] as const).flatMap((target) =>
        [
          'setOwner(address)',
          'installModule(uint256,address,bytes)',
          'revoke(uint32)',
          'withdrawTo(address,uint256)',
          'depositTo(address)',
        ].map((signature) => ruleFor(target, signature, { valueLimit: 1n })),
      ),
      { target: zeroAddress, selector: '0x00000000', valueLimit: 6n, arguments: [] },
      { target: adversary, selector: '0x12345600', valueLimit: 0n, arguments: [] },
    ],
  })
  const guarded = await world.grant({ ...rules, coKey: testKey('server').account })

  const transfer = (amount: bigint, to: `0x${string}` = bob, of = token): AccountCall => ({
    to: of,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  })
  const relay = (target: `0x${string}`, data: `0x${string}`, value = 0n): AccountCall => ({
    ...{ to: adversary, value },
    data: encodeFunctionData({ abi: adversaryAbi, functionName: 'relay', args: [target, data] }),
  })
  const balance = (of: `0x${string}`, owner: `0x${string}`) =>
    client.readContract({ address: of, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const allowed = (of: `0x${string}`, spender: `0x${string}`) =>
    client.readContract({ address: of, abi: erc20Abi, functionName: 'allowance', args: [account, spender] })
  const status = (id: number, of = account) =>
    client.readContract({
      ...{
        address: smartAccountContracts.sessions,
        abi: latchkeySessionsAbi,
        functionName: 'statusOf',
        args: [of, id],
      },
    })

  return {
    ...{ world, bob, router, today, day, rules, session, poor, guarded, foolish, transfer, relay, status },

    /** Returns an operation of the wide permission. */
    async op(calls: AccountCall[], rest: Partial<Parameters<SessionWorld['operate']>[0]> = {}): Promise<UserOperation> {
      return world.operate({ session, calls, ...rest })
    },

    /** Returns all assets of the account, and everyone with power over it. No attack changes them. */
    async worth() {
      const account_ = { address: account, abi: latchkeyAccountAbi } as const
      const deposit = { address: entryPoint08, abi: entryPoint08Abi, functionName: 'balanceOf' } as const
      const [coins, deposited, tokens, others, toRouter, toAdversary, toBob, otherToAdversary, owner, installed] =
        await Promise.all([
          client.getBalance({ address: account }),
          client.readContract({ ...deposit, args: [account] }),
          balance(token, account),
          balance(otherToken, account),
          allowed(token, router),
          allowed(token, adversary),
          allowed(token, bob),
          allowed(otherToken, adversary),
          client.readContract({ ...account_, functionName: 'owner' }),
          client.readContract({
            ...account_,
            functionName: 'isModuleInstalled',
            args: [1n, smartAccountContracts.sessions, '0x'],
          }),
        ])
      const statuses = await Promise.all(
        [session, poor, guarded, foolish, { id: 900 }, { id: 901 }].map(({ id }) => status(id)),
      )
      return {
        ...{ coins, deposited, tokens, others, toRouter, toAdversary, toBob, otherToAdversary, owner, installed },
        statuses,
      }
    },

    /** Returns the operator's deposit at the EntryPoint. */
    async deposit(of = world.paymaster): Promise<bigint> {
      return client.readContract({ address: entryPoint08, abi: entryPoint08Abi, functionName: 'balanceOf', args: [of] })
    },

    /** Returns whether the adversary's last call succeeded, and the number of its calls. */
    async relayed(): Promise<{ attempts: bigint; succeeded: boolean }> {
      const contract = { address: adversary, abi: adversaryAbi } as const
      const [attempts, succeeded] = await Promise.all([
        client.readContract({ ...contract, functionName: 'attempts' }),
        client.readContract({ ...contract, functionName: 'succeeded' }),
      ])
      return { attempts, succeeded }
    },
  }
}

export const everything = maxUint256
