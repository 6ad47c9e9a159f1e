import { erc20Abi, parseEther, zeroAddress } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { concat, encodeFunctionData, parseAbi, sliceHex } from 'viem/utils'
import type { AccountCall } from '../../calls/AccountCall.ts'
import { accountAbi } from '../../contracts/abis.ts'
import { entryPoint08, smartAccountContracts } from '../../contracts/addresses.ts'
import { permissionsToGrant } from '../../permissions/permissionsToGrant.ts'
import { grantCall, revokeCall } from '../../permissions/sessionCalls.ts'
import { wordOf } from '../startSessionWorld.ts'
import { everything, type Scene } from './createScene.ts'
import type { Malice } from './Malice.ts'

export const six = parseEther('6')
const tokenAbi = parseAbi([
  'function increaseAllowance(address,uint256)',
  'function increaseApproval(address,uint256)',
  'function burn(uint256)',
  'function transferAndCall(address,uint256,bytes)',
  'function send(address,uint256,bytes)',
  'function setApprovalForAll(address,bool)',
  'function approve(address,address,uint160,uint48)',
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
])
export const executorAbi = parseAbi([
  'function execute(bytes32 mode, bytes executionCalldata)',
  'function executeFromExecutor(bytes32 mode, bytes executionCalldata)',
  'function setOwner(address)',
])
const refusedWith = (rule: NonNullable<Extract<Malice['expected'], { refused: RegExp }>['breach']>) => ({
  refused: /AA23/,
  breach: rule,
})
const exceeded = (allowance = 0) => refusedWith({ rule: 'allowance_exceeded', allowance })
const refusedCall = (call = 0) => refusedWith({ rule: 'call', call })
const missing = (call = 0) => refusedWith({ rule: 'allowance_missing', call })

/** Calls above the permission's limits. */
const calls: [string, string, (scene: Scene) => AccountCall[], Malice['expected']][] = [
  ['over the limit', 'move eleven of ten tokens', ({ transfer }) => [transfer(parseEther('11'))], exceeded()],
  ['over the limit by one', 'move one unit too many', ({ transfer }) => [transfer(parseEther('10') + 1n)], exceeded()],
  [
    'over the limit by batch',
    'move six twice in one operation',
    ({ transfer }) => [transfer(six), transfer(six)],
    exceeded(),
  ],
  [
    'over the limit by a batch of three',
    'have each call look at the one before it alone',
    ({ transfer }) => [5, 4, 3].map((amount) => transfer(parseEther(String(amount)))),
    exceeded(),
  ],
  [
    'over the limit by overflow',
    'have two amounts add up to nothing',
    ({ transfer }) => [transfer(2n ** 255n), transfer(2n ** 255n)],
    exceeded(),
  ],
  [
    'overflow beside an honest amount',
    'wrap around the sum',
    ({ transfer }) => [transfer(1n), transfer(everything)],
    exceeded(),
  ],
  [
    'approval of everything',
    'let the router take all tokens',
    ({ router, world }) => [erc20(world.token, 'approve', [router, everything])],
    exceeded(),
  ],
  [
    'approval and transfer',
    'count an approval as nothing',
    ({ router, transfer, world }) => [erc20(world.token, 'approve', [router, six]), transfer(six)],
    exceeded(),
  ],
  [
    'approval of somebody else',
    'approve another spender than the rule names',
    ({ bob, world }) => [erc20(world.token, 'approve', [bob, 1n])],
    refusedCall(),
  ],
  [
    'increased allowance',
    'raise an approval past the limit',
    ({ router, world }) => [old(world.token, 'increaseAllowance', [router, everything])],
    exceeded(),
  ],
  [
    'increased approval by its older name',
    'use a name that the rules forgot',
    ({ router, world }) => [old(world.token, 'increaseApproval', [router, 1n])],
    refusedCall(),
  ],
  [
    'other people’s money',
    'move with transferFrom what others approved, past the limit',
    ({ bob, router, world }) => [erc20(world.token, 'transferFrom', [router, bob, parseEther('11')])],
    exceeded(),
  ],
  [
    'own money by transferFrom',
    'move the account’s tokens under another name',
    ({ bob, transfer, world }) => [transfer(six), erc20(world.token, 'transferFrom', [world.account, bob, six])],
    exceeded(),
  ],
  [
    'ERC-1363',
    'move tokens with transferAndCall',
    ({ world }) => [old(world.otherToken, 'transferAndCall', [world.adversary, 1n, '0x'])],
    missing(),
  ],
  [
    'ERC-777',
    'move tokens with send',
    ({ world }) => [old(world.otherToken, 'send', [world.adversary, 1n, '0x'])],
    missing(),
  ],
  [
    'operator of everything',
    'let somebody move a whole collection',
    ({ world }) => [old(world.otherToken, 'setApprovalForAll', [world.adversary, true])],
    missing(),
  ],
  [
    'Permit2',
    'approve a spender at Permit2',
    ({ world }) => [old(world.otherToken, 'approve', [world.token, world.adversary, 1n, 1])],
    missing(),
  ],
  ['burn', 'let tokens leave in a way that is not counted', ({ world }) => [old(world.token, 'burn', [1n])], missing()],
  [
    'permit',
    'hand in a permit for the token',
    ({ bob, world }) => [old(world.token, 'permit', [world.account, bob, 1n, 1n, 27, wordOf(1n), wordOf(1n)])],
    missing(),
  ],
  [
    'token without an allowance',
    'move a token that a rule names and no allowance counts',
    ({ transfer, bob, world }) => [transfer(1n, bob, world.otherToken)],
    missing(),
  ],
  [
    'another target',
    'call a contract that no rule names',
    ({ router }) => [{ to: router, data: '0xa9059cbb' }],
    refusedCall(),
  ],
  [
    'another function',
    'call a function that no rule names',
    ({ world }) => [{ to: world.adversary, data: '0xdeadbeef' }],
    refusedCall(),
  ],
  [
    'a good call before a bad one',
    'hide the bad call behind a good one',
    ({ transfer, router }) => [transfer(1n), { to: router, data: '0x12345678' }],
    refusedCall(1),
  ],
  [
    'amount left out',
    'have the token read an amount out of what follows',
    ({ world, bob }) => [{ to: world.token, data: concat(['0xa9059cbb', wordOf(bob)]) }],
    refusedCall(),
  ],
  [
    'amount cut off',
    'leave the last byte to the token to make up',
    ({ transfer }) => {
      const call = transfer(1n)
      return [{ ...call, data: sliceHex(call.data ?? '0x', 0, 67) }]
    },
    refusedCall(),
  ],
  [
    'selector of three bytes',
    'call with less than a selector',
    ({ world }) => [{ to: world.token, data: '0xa9059c' }],
    refusedCall(),
  ],
  [
    'selector of zeros',
    'pass a call for a plain payment',
    ({ bob }) => [{ to: bob, value: 1n, data: '0x00000000' }],
    refusedCall(),
  ],
  [
    'payment with data',
    'pay, and call at once',
    ({ world }) => [{ to: world.adversary, value: 1n, data: '0x12345678' }],
    refusedCall(),
  ],
  [
    'payment of nothing',
    'run the receiver’s code for nothing',
    ({ world }) => [{ to: world.adversary }],
    refusedCall(),
  ],
  [
    'value over the call’s limit',
    'send more than one call may carry',
    ({ bob }) => [{ to: bob, value: six + 1n }],
    refusedCall(),
  ],
  [
    'value over the allowance by batch',
    'send six twice',
    ({ bob }) => [
      { to: bob, value: six },
      { to: bob, value: six },
    ],
    exceeded(1),
  ],
  [
    'value on a call without one',
    'send coins along with a transfer',
    ({ transfer }) => [{ ...transfer(1n), value: 1n }],
    refusedCall(),
  ],
  [
    'self-call',
    'have the account change its owner',
    ({ bob, world }) => [
      { to: world.account, data: encodeFunctionData({ abi: executorAbi, functionName: 'setOwner', args: [bob] }) },
    ],
    refusedCall(),
  ],
  [
    'self-call by the zero address',
    'name the account by the address that it takes for itself',
    ({ bob }) => [
      { to: zeroAddress, data: encodeFunctionData({ abi: executorAbi, functionName: 'setOwner', args: [bob] }) },
    ],
    refusedCall(),
  ],
  [
    'module installed',
    'install the enemy as a validator',
    ({ world }) => [{ to: world.account, data: install(world.adversary) }],
    refusedCall(),
  ],
  [
    'a session that grants another',
    'allow itself everything',
    ({ rules, session }) => [grantCall({ id: 900, grant: { ...session.grant, ...rules, allowances: [] } })],
    refusedCall(),
  ],
  ['a session that revokes another', 'end somebody else’s session', ({ poor }) => [revokeCall(poor.id)], refusedCall()],
  [
    'money at the EntryPoint withdrawn',
    'take the account’s deposit',
    ({ bob }) => [
      {
        to: entryPoint08,
        data: encodeFunctionData({ abi: entryPoint08Abi, functionName: 'withdrawTo', args: [bob, 1n] }),
      },
    ],
    refusedCall(),
  ],
  [
    'money put at the EntryPoint',
    'pay into somebody else’s deposit',
    ({ bob }) => [
      {
        to: entryPoint08,
        value: 1n,
        data: encodeFunctionData({ abi: entryPoint08Abi, functionName: 'depositTo', args: [bob] }),
      },
    ],
    refusedCall(),
  ],
]

/** Calls that the rules allow, but that no permission may make. */
const foolish: [string, string, (scene: Scene) => AccountCall[]][] = [
  [
    'self-call that a rule allows',
    'have the account change its owner',
    ({ bob, world }) => [
      { to: world.account, data: encodeFunctionData({ abi: executorAbi, functionName: 'setOwner', args: [bob] }) },
    ],
  ],
  [
    'module installed as a rule allows',
    'install the enemy',
    ({ world }) => [{ to: world.account, data: install(world.adversary) }],
  ],
  ['session revoked as a rule allows', 'end somebody else’s session', ({ poor }) => [revokeCall(poor.id)]],
  [
    'deposit withdrawn as a rule allows',
    'take the account’s deposit',
    ({ bob }) => [
      {
        to: entryPoint08,
        data: encodeFunctionData({ abi: entryPoint08Abi, functionName: 'withdrawTo', args: [bob, 0n] }),
      },
    ],
  ],
  [
    'deposit made as a rule allows',
    'pay into somebody else’s deposit',
    ({ bob }) => [
      {
        ...{ to: entryPoint08, value: 1n },
        data: encodeFunctionData({ abi: entryPoint08Abi, functionName: 'depositTo', args: [bob] }),
      },
    ],
  ],
  [
    'payment to nobody',
    'pay the zero address, which the account takes for itself',
    () => [{ to: zeroAddress, value: 1n }],
  ],
  ['payment to itself', 'count as spent what never left', ({ world }) => [{ to: world.account, value: 1n }]],
  ['payment to the module', 'lock coins up', () => [{ to: smartAccountContracts.sessions, value: 1n }]],
  ['payment to the EntryPoint', 'pay into the deposit by the back door', () => [{ to: entryPoint08, value: 1n }]],
  [
    'three bytes for four',
    'pass three bytes for a selector that ends in zero',
    ({ world }) => [{ to: world.adversary, data: '0x123456' }],
  ],
]

export const sessionCalls: Malice[] = [
  ...calls.map(
    ([name, tries, make, expected]): Malice => ({
      ...{ name, tries, expected },
      attack: async (scene) => [await scene.op(make(scene))],
    }),
  ),
  ...foolish.map(
    ([name, tries, make]): Malice => ({
      ...{ name, tries, expected: refusedCall() },
      attack: async (scene) => [await scene.op(make(scene), { session: scene.foolish })],
    }),
  ),
  {
    name: 'value without an allowance',
    tries: 'send coins in a session that has none',
    attack: async ({ op, poor, bob }) => [await op([{ to: bob, value: 1n }], { session: poor })],
    expected: missing(),
  },
  {
    name: 'receiver with dirty bits',
    tries: 'pass a forbidden receiver to a token that ignores the bits above an address',
    attack: async ({ op, world, rules, bob }) => {
      const abi = [{ type: 'function', name: 'transfer', inputs: [{ type: 'address' }, { type: 'uint256' }] }]
      const { calls: narrow } = permissionsToGrant({
        ...{ expiry: rules.validUntil, now: 0, signer: { type: 'account', data: { address: world.owner.address } } },
        permissions: [
          { type: 'erc20-recurring-allowance', data: { address: world.token, allowance: '0xff', start: 0, period: 0 } },
          {
            type: 'contract-call',
            data: {
              address: world.token,
              abi,
              functions: [{ functionName: 'transfer', args: [{ operator: 'NOT_EQUAL', value: bob }, null] }],
            },
          },
        ],
      })
      const session = await world.grant({ ...rules, calls: narrow.slice(1) })
      const receiver = concat([`0x01${'00'.repeat(11)}`, bob])
      return [await op([{ to: world.token, data: concat(['0xa9059cbb', receiver, wordOf(1n)]) }], { session })]
    },
    expected: refusedCall(),
  },
]

function erc20(to: `0x${string}`, functionName: 'approve' | 'transferFrom', args: readonly unknown[]): AccountCall {
  return { to, data: encodeFunctionData({ abi: erc20Abi, functionName, args } as never) }
}

function old(
  to: `0x${string}`,
  functionName: (typeof tokenAbi)[number]['name'],
  args: readonly unknown[],
): AccountCall {
  return { to, data: encodeFunctionData({ abi: tokenAbi, functionName, args } as never) }
}

export function install(module: `0x${string}`): `0x${string}` {
  return encodeFunctionData({ abi: accountAbi, functionName: 'installModule', args: [1n, module, '0x'] })
}
