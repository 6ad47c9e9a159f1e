import { latchkeyAccountAbi } from '@latchkey/contracts'
import { secp256k1 } from '@noble/curves/secp256k1'
import { parseEther } from 'viem'
import { concat, encodeFunctionData, numberToHex, sliceHex } from 'viem/utils'
import { smartAccountContracts } from '../../contracts/addresses.ts'
import { hashOperation } from '../../operation/hashOperation.ts'
import type { UserOperation } from '../../operation/UserOperation.ts'
import { grantCall } from '../../permissions/sessionCalls.ts'
import { sessionNonceKey } from '../../permissions/sessionNonceKey.ts'
import { encodeSessionSignature } from '../../permissions/sessionSignature.ts'
import { testKey, testPasskey } from '../startSessionWorld.ts'
import type { Scene } from './createScene.ts'
import type { Malice } from './Malice.ts'

const unsigned = { refused: /AA24/ }
const unknown = { refused: /AA23/, breach: { rule: 'session' } } as const
const outside = { refused: /AA23/, breach: { rule: 'window' } } as const

/** Attacks with allowed calls, but without the right to make them. */
export const sessionPower: Malice[] = [
  {
    name: 'over the limit by two operations',
    tries: 'count twice from the same beginning, in one bundle',
    attack: async ({ op, transfer }) => {
      const first = await op([transfer(parseEther('6'))])
      const second = await op([transfer(parseEther('6'))], { nonce: first.nonce + 1n })
      return [first, second]
    },
    expected: { refused: /AA23/, breach: { rule: 'allowance_exceeded', allowance: 0 } },
  },
  {
    name: 'over the limit by operations of two bundles',
    tries: 'count anew in the next bundle',
    attack: async ({ op, transfer, world }) => {
      await world.bundle([await op([transfer(parseEther('6'))])])
      return [await op([transfer(parseEther('6'))])]
    },
    expected: { refused: /AA23/, breach: { rule: 'allowance_exceeded', allowance: 0 } },
  },
  {
    name: 'limit of a failed operation',
    tries: 'have an operation that failed give its amount back',
    attack: async ({ op, transfer, world }) => {
      const { data } = {
        data: encodeFunctionData({
          abi: [
            { type: 'function', name: 'fail', inputs: [{ type: 'uint256' }], outputs: [], stateMutability: 'pure' },
          ],
          args: [4n],
        }),
      }
      await world.bundle([await op([transfer(parseEther('6')), { to: world.adversary, data }])])
      return [await op([transfer(parseEther('6'))])]
    },
    expected: { refused: /AA23/, breach: { rule: 'allowance_exceeded', allowance: 0 } },
  },
  {
    name: 'the same operation again',
    tries: 'send what was sent before',
    attack: async ({ op, transfer, world }) => {
      const operation = await op([transfer(1n)])
      await world.bundle([operation])
      return [operation]
    },
    expected: { refused: /AA25/ },
  },
  {
    name: 'signature for another chain',
    tries: 'use on this chain what was signed for another one',
    attack: ({ op, transfer, session }) =>
      op([transfer(1n)]).then(async (operation) => [await resigned(operation, session, 1)]),
    expected: unsigned,
  },
  {
    name: 'signature for another session',
    tries: 'use in one session what was signed for another one of the same key',
    attack: async ({ op, transfer, session, poor, world }) => {
      const other = await op([transfer(1n)], { session: poor })
      const operation = await world.sponsorOperation({ ...other, nonce: sessionNonceKey(session.id) << 64n })
      return [
        {
          ...operation,
          signature: encodeSessionSignature({
            grant: session.grant,
            at: await world.now(),
            signature: await poor.key.sign(world.hash(other)),
          }),
        },
      ]
    },
    expected: unsigned,
  },
  {
    name: 'signature for another account',
    tries: 'use in one account what was signed for another one that granted the same',
    attack: async ({ op, transfer, session, rules, world }) => {
      const sender = await world.makeAccount(testKey('neighbour').account)
      const neighbour = await world.grant({ ...rules, of: sender })
      const other = await op([transfer(1n)], { session: neighbour, sender })
      const operation = await op([transfer(1n)])
      return [
        {
          ...operation,
          signature: encodeSessionSignature({
            grant: session.grant,
            at: await world.now(),
            signature: await neighbour.key.sign(world.hash(other)),
          }),
        },
      ]
    },
    expected: unsigned,
  },
  {
    name: 'another key',
    tries: 'sign with a key of one’s own',
    attack: async ({ op, transfer, session }) => [
      await op([transfer(1n)], { session: { ...session, key: testKey('thief') } }),
    ],
    expected: unsigned,
  },
  {
    name: 'the owner’s nonce',
    tries: 'have the session’s signature count as the owner’s',
    attack: async ({ world, session, transfer }) => {
      const operation = await world.sponsorOperation(
        await world.operation({ sender: world.account, calls: [transfer(1n)] }),
      )
      return [{ ...operation, signature: await session.key.sign(world.hash(operation)) }]
    },
    expected: unsigned,
  },
  {
    name: 'no co-signature',
    tries: 'go past the server',
    attack: async ({ op, transfer, guarded: { coKey: _, ...alone } }) => [await op([transfer(1n)], { session: alone })],
    expected: unsigned,
  },
  {
    name: 'somebody else’s co-signature',
    tries: 'sign in the server’s place',
    attack: async ({ op, transfer, guarded }) => [
      await op([transfer(1n)], { session: { ...guarded, coKey: testKey('thief').account } }),
    ],
    expected: unsigned,
  },
  {
    name: 'the co-signature alone',
    tries: 'have the server act without the app',
    attack: async ({ op, transfer, guarded }) => [
      await op([transfer(1n)], { session: { ...guarded, key: testKey('server') } }),
    ],
    expected: unsigned,
  },
  {
    name: 'rules that are wider',
    tries: 'show rules with a higher limit than was granted',
    attack: async ({ op, transfer, session }) => {
      const allowances = session.grant.allowances.map((one) => ({ ...one, limit: one.limit * 1000n }))
      return [
        await op([transfer(parseEther('11'))], { session: { ...session, grant: { ...session.grant, allowances } } }),
      ]
    },
    expected: unknown,
  },
  {
    name: 'rules without a co-signer',
    tries: 'show rules in which nobody else signs',
    attack: async ({ op, transfer, session, guarded: { coKey: _, ...rest } }) => [
      await op([transfer(1n)], { session: { ...rest, grant: session.grant } }),
    ],
    expected: unknown,
  },
  {
    name: 'a session that was never granted',
    tries: 'use a number of one’s own',
    attack: async ({ op, transfer, session }) => [await op([transfer(1n)], { session: { ...session, id: 900 } })],
    expected: unknown,
  },
  {
    name: 'a grant by somebody else',
    tries: 'grant oneself a session in somebody else’s name',
    attack: async ({ op, transfer, session, world }) => {
      await world.sendAs(world.executor.account.address, grantCall({ id: 901, grant: session.grant }))
      return [await op([transfer(1n)], { session: { ...session, id: 901 } })]
    },
    expected: unknown,
  },
  {
    name: 'revoked',
    tries: 'go on after the session was revoked',
    attack: async ({ op, transfer, rules, world }) => {
      const session = await world.grant(rules)
      const operation = await op([transfer(1n)], { session })
      await world.revoke(session.id)
      return [operation]
    },
    expected: unknown,
  },
  {
    name: 'revoked and granted again',
    tries: 'have a number that was revoked come back',
    attack: async ({ op, transfer, rules, world }) => {
      const session = await world.grant(rules)
      await world.revoke(session.id)
      let isRefused = false
      await world.sendAs(world.account, grantCall(session)).catch(() => {
        isRefused = true
      })
      if (!isRefused) throw new Error('the number was taken again')
      return [await op([transfer(1n)], { session })]
    },
    expected: unknown,
  },
  {
    name: 'module uninstalled',
    tries: 'go on after the account put the module out',
    attack: async ({ op, transfer, rules, world }) => {
      const session = await lonely(world, rules)
      const operation = await op([transfer(1n)], { session, sender: session.of })
      await module(world, session.of, 'uninstallModule')
      return [operation]
    },
    expected: unsigned,
  },
  {
    name: 'module installed again',
    tries: 'have sessions come back with the module',
    attack: async ({ op, transfer, rules, world }) => {
      const session = await lonely(world, rules)
      await module(world, session.of, 'uninstallModule')
      await module(world, session.of, 'installModule')
      return [await op([transfer(1n)], { session, sender: session.of })]
    },
    expected: unknown,
  },
  {
    name: 'expired',
    tries: 'go on after the last second',
    attack: async ({ op, transfer, rules, world }) => {
      await world.travelTo(rules.validUntil + 1)
      return [await op([transfer(1n)])]
    },
    expected: outside,
  },
  {
    name: 'expired, and says it is not',
    tries: 'claim the last second that counts',
    attack: async ({ op, transfer, rules, world }) => {
      await world.travelTo(rules.validUntil + 1)
      return [await op([transfer(1n)], { at: rules.validUntil })]
    },
    expected: { refused: /AA22/ },
  },
  {
    name: 'not yet valid',
    tries: 'begin before the first second',
    attack: async ({ op, transfer, rules, world, day }) => {
      const later = await world.grant({ ...rules, validAfter: rules.validAfter + day })
      return [await op([transfer(1n)], { session: later })]
    },
    expected: outside,
  },
  {
    name: 'not yet valid, and says it is',
    tries: 'claim a time in the future',
    attack: async ({ op, transfer, rules, world, day }) => {
      const later = await world.grant({ ...rules, validAfter: rules.validAfter + day })
      return [await op([transfer(1n)], { session: later, at: rules.validAfter + day + 5 })]
    },
    expected: { refused: /AA22/ },
  },
  {
    name: 'tomorrow’s allowance',
    tries: 'claim a time in the next period, whose limit is whole',
    attack: async ({ op, transfer, today, day, world }) => {
      await world.bundle([await op([transfer(parseEther('10'))])])
      return [await op([transfer(parseEther('10'))], { at: today + day })]
    },
    expected: { refused: /AA22/ },
  },
  {
    name: 'yesterday’s allowance',
    tries: 'claim a time in the last period, whose limit was not used',
    attack: async ({ op, transfer, today, day, world }) => {
      await world.travelTo(today + day + 5)
      await world.bundle([await op([transfer(parseEther('10'))])])
      return [await op([transfer(parseEther('10'))], { at: today + day - 1 })]
    },
    expected: { refused: /AA22/ },
  },
  {
    name: 'before an allowance begins',
    tries: 'claim a time before the first period',
    attack: async ({ op, transfer, rules, world, today, day }) => {
      const allowances = rules.allowances.map((one) => ({ ...one, start: today + day }))
      const later = await world.grant({ ...rules, allowances })
      return [await op([transfer(1n)], { session: later })]
    },
    expected: outside,
  },
  {
    name: 'gas as a drain',
    tries: 'have the account pay its whole balance for gas',
    attack: async ({ op, transfer }) => [
      await op([transfer(1n)], {
        sponsored: false,
        maxFeePerGas: 5_000_000_000_000n,
        maxPriorityFeePerGas: 5_000_000_000_000n,
      }),
    ],
    expected: { refused: /AA23/, breach: { rule: 'allowance_exceeded', allowance: 1 } },
  },
  {
    name: 'gas without an allowance',
    tries: 'have the account pay gas in a session without coins',
    attack: async ({ op, transfer, poor }) => [await op([transfer(1n)], { session: poor, sponsored: false })],
    expected: { refused: /AA23/, breach: { rule: 'gas' } },
  },
  {
    name: 'the account as its own paymaster',
    tries: 'have the account pay and call it a sponsor',
    attack: async ({ op, transfer, poor, world }) => {
      const paid = {
        paymaster: world.account,
        paymasterVerificationGasLimit: 50_000n,
        paymasterPostOpGasLimit: 1n,
      } as const
      return [await op([transfer(1n)], { session: poor, sponsored: false, ...paid })]
    },
    // The EntryPoint checks the paymaster's deposit and code only after the permission.
    expected: { refused: /AA23/, breach: { rule: 'gas' } },
  },
  {
    name: 'code for the account',
    tries: 'have the operation make the account anew',
    attack: async ({ op, transfer, world }) => {
      const factory = { factory: smartAccountContracts.factory, factoryData: '0x12345678' } as const
      return [await op([transfer(1n)], { ...factory, sender: world.account })]
    },
    expected: { refused: /AA10/ },
  },
  {
    name: 'another form of a signature',
    tries: 'turn a signature of secp256k1 into its other form',
    attack: async ({ op, transfer, session }) => {
      const order = secp256k1.CURVE.n
      const sign = async (hash: `0x${string}`) => {
        const signature = await session.key.sign(hash)
        const other = numberToHex(order - BigInt(sliceHex(signature, 32, 64)), { size: 32 })
        return concat([sliceHex(signature, 0, 32), other, sliceHex(signature, 64) === '0x1b' ? '0x1c' : '0x1b'])
      }
      return [await op([transfer(1n)], { session: { ...session, key: { ...session.key, sign } } })]
    },
    expected: unsigned,
  },
  {
    name: 'another curve',
    tries: 'sign with a key of P-256 for one of secp256k1',
    attack: async ({ op, transfer, session }) => [
      await op([transfer(1n)], { session: { ...session, key: testPasskey('thief') } }),
    ],
    expected: unsigned,
  },
  {
    name: 'no signature',
    tries: 'leave the signature out',
    attack: async ({ op, transfer, session }) => [
      await op([transfer(1n)], { session: { ...session, key: { ...session.key, sign: async () => '0x' } } }),
    ],
    expected: unsigned,
  },
  {
    name: 'bytes in place of a signature',
    tries: 'have the module stumble',
    attack: async ({ op, transfer }) => [{ ...(await op([transfer(1n)])), signature: '0x1234' }],
    expected: { refused: /AA23/ },
  },
]

async function resigned(operation: UserOperation, session: Scene['session'], chainId: number): Promise<UserOperation> {
  const signature = await session.key.sign(hashOperation({ operation, chainId }))
  return {
    ...operation,
    signature: encodeSessionSignature({ grant: session.grant, at: 0, signature }).replace(
      /^0x.{64}/,
      operation.signature.slice(0, 66),
    ) as `0x${string}`,
  }
}

/** Creates a permission of a separate account, because the attack changes the account. */
async function lonely(world: Scene['world'], rules: Scene['rules']) {
  const of = await world.makeAccount(testKey('lonely').account)
  return { ...(await world.grant({ ...rules, of })), of }
}

async function module(world: Scene['world'], of: `0x${string}`, functionName: 'installModule' | 'uninstallModule') {
  const args = [1n, smartAccountContracts.sessions, '0x'] as const
  await world.sendAs(of, { to: of, data: encodeFunctionData({ abi: latchkeyAccountAbi, functionName, args }) })
}
