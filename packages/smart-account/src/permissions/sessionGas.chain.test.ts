import { zeroAddress } from 'viem'
import { encodeFunctionData, size, toHex } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserOperation } from '../operation/UserOperation.ts'
import { paymasterGas } from '../paymaster/paymasterGas.ts'
import { type SessionWorld, startSessionWorld, testKey, testPasskey } from '../testing/startSessionWorld.ts'
import { encodeContext } from './sessionContext.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await startSessionWorld()
}, 120_000)
afterAll(() => world?.stop())

const bob = '0x000000000000000000000000000000000000b0b0'

/** Finds the smallest limit with which the EntryPoint accepts an operation. */
async function smallest(make: (limit: bigint) => Promise<UserOperation>): Promise<bigint> {
  let [low, high] = [1_000n, 2_000_000n]
  while (high - low > 200n) {
    const middle = (low + high) / 2n
    if (await world.refusalOf([await make(middle)])) low = middle
    else high = middle
  }
  return high
}

/** Measures the gas of an operation with numbers of rules and allowances. The last rule allows the call. */
async function measure({
  rules,
  allowances,
  curve,
}: {
  rules: number
  allowances: number
  curve: 'secp256k1' | 'P-256'
}) {
  const start = (await world.now()) - 10
  const others = Array.from({ length: rules - 1 }, (_, index) => toHex(0x1000 + index, { size: 20 }))
  const tokens = [...others.slice(0, allowances - 1), world.token]
  const session = await world.grant({
    ...(curve === 'P-256' ? { key: testPasskey('phone') } : {}),
    coKey: testKey('server').account,
    calls: [...others, world.token].map((target) => ({
      ...{ target, selector: '0xa9059cbb', valueLimit: 0n },
      arguments: [{ index: 0, condition: 0, value: toHex(BigInt(bob), { size: 32 }) }],
    })),
    allowances: tokens.map((token) => ({ token, limit: 10n ** 18n, start, period: 86_400 })),
  })
  const abi = [
    {
      type: 'function',
      name: 'transfer',
      inputs: [{ type: 'address' }, { type: 'uint256' }],
      outputs: [{ type: 'bool' }],
      stateMutability: 'nonpayable',
    },
  ] as const
  const calls = [{ to: world.token, data: encodeFunctionData({ abi, args: [bob, 5n] }) }]
  const limits = { callGasLimit: 60_000n, preVerificationGas: 0n }
  const verification = await smallest((verificationGasLimit) =>
    world.operate({ session, calls, ...limits, verificationGasLimit }),
  )
  const context = encodeContext({ account: zeroAddress, chainId: 1, id: 1, grant: session.grant })
  const run = async () => {
    const operation = await world.operate({ session, calls, ...limits, verificationGasLimit: 1_000_000n })
    return { operation, ...(await world.send(operation)) }
  }
  await run()
  const { operation, success, receipt } = await run()
  expect(success).toBe(true)
  return {
    ...{ rules, allowances, curve },
    'verification, first': Number(verification),
    'whole transaction, later': Number(receipt.gasUsed),
    'signature, bytes': size(operation.signature),
    'context, bytes': size(context),
  }
}

describe('gas of permissions', { timeout: 180_000 }, () => {
  it('default: an operation stays below these limits with one, three and ten rules', async () => {
    const rows = []
    for (const rules of [1, 3, 10]) {
      for (const curve of ['secp256k1', 'P-256'] as const)
        rows.push(await measure({ rules, allowances: Math.min(rules, 3), curve }))
    }
    console.table(rows)
    for (const row of rows) {
      expect(row['verification, first']).toBeLessThan(100_000 + 12_000 * row.rules)
      expect(row['whole transaction, later']).toBeLessThan(220_000 + 14_000 * row.rules)
    }
  })

  it('default: the paymaster validates within its limit', async () => {
    const session = await world.grant({
      calls: [{ target: bob, selector: '0x00000000', valueLimit: 5n, arguments: [] }],
      allowances: [{ token: zeroAddress, limit: 1000n, start: 0, period: 0 }],
    })
    const limit = await smallest((paymasterVerificationGasLimit) =>
      world.operate({ session, calls: [{ to: bob, value: 1n }], paymasterVerificationGasLimit }),
    )
    console.info('the paymaster validates with', limit, 'gas')
    expect(limit).toBeLessThan(paymasterGas.paymasterVerificationGasLimit)
  })
})
