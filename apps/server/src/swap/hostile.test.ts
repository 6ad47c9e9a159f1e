import { waitForReceipt } from '@latchkey/devnet'
import type { ErrorBody } from '@latchkey/protocol/api'
import { hexToNumber, parseAbi, slice } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signPermit } from './testing/signPermit.ts'
import { localOne, type SwapWorld, startSwapWorld } from './testing/startSwapWorld.ts'

let world: SwapWorld

beforeAll(async () => {
  world = await startSwapWorld()
})
afterAll(() => world.stop())

test('behavior: a permit that an attacker submits to the token first does not stop a swap', async () => {
  const amount = 10n ** 19n
  const pair = { from: 'LATCH', to: 'USDL', amount, person: 2 } as const
  const permit = await signPermit({ world, symbol: 'LATCH', person: 2, value: amount })
  const { status, body } = await world.build({ ...pair, eip155: { permit } })
  expect(status, JSON.stringify(body)).toBe(200)
  const owner = world.person(2).address
  // Anyone can submit it, because the permit is visible in the pending transaction.
  const { wallet, reader } = world.clientsOf(localOne.id, world.person(1))
  const { signature } = permit
  const hash = await wallet.writeContract({
    abi: parseAbi([
      'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    ]),
    address: world.address('LATCH'),
    functionName: 'permit',
    args: [
      ...[owner, world.devnet.contracts.uniswapSwapRouter02, amount, BigInt(permit.deadline)],
      ...[hexToNumber(slice(signature, 64)), slice(signature, 0, 32), slice(signature, 32, 64)],
    ] as never,
  })
  expect((await waitForReceipt({ client: reader, hash })).status).toBe('success')
  const before = await world.balance('USDL', owner)
  expect((await world.send(body, 2)).isDone).toBe(true)
  expect((await world.balance('USDL', owner)) - before).toBe(BigInt(body.quote.toAmount))
})

/** Larger than any number of a contract. */
const beyond = (10n ** 78n - 1n).toString()
const swap = { from: 'ETH', to: 'USDL', amount: 10n ** 15n, person: 0 } as const
const permitOf = (change: Record<string, string>) => ({
  eip155: { permit: { value: swap.amount.toString(), deadline: '1', signature: `0x${'1'.repeat(130)}`, ...change } },
})

test.each([
  ['an amount', () => world.build({ ...swap, amount: BigInt(beyond) })],
  ['an amount to wrap', () => world.build({ ...swap, to: 'WETH', amount: BigInt(beyond) })],
  ['an amount to unwrap', () => world.build({ ...swap, from: 'WETH', to: 'ETH', amount: BigInt(beyond) })],
  ['a promise', () => world.build({ ...swap, minimumAmount: beyond })],
  ['a promise of a wrapping', () => world.build({ ...swap, to: 'WETH', minimumAmount: beyond })],
  ['what a permit allows', () => world.build({ ...swap, from: 'LATCH', ...permitOf({ value: beyond }) })],
  ['the time of a permit', () => world.build({ ...swap, from: 'LATCH', ...permitOf({ deadline: beyond }) })],
  [
    'an approval',
    () =>
      world.get<ErrorBody>(
        `/v1/convert/build-approve?from=${world.id('LATCH')}&to=${world.id('USDL')}&userAddress=${world.accountId(0)}&amount=${beyond}`,
      ),
  ],
  [
    'an amount to price',
    () => world.get<ErrorBody>(`/v1/convert/quotes?from=${world.id('ETH')}&to=${world.id('USDL')}&amount=${beyond}`),
  ],
  [
    'an amount to price, wrapped',
    () => world.get<ErrorBody>(`/v1/convert/quotes?from=${world.id('ETH')}&to=${world.id('WETH')}&amount=${beyond}`),
  ],
  [
    'a price of gas',
    () =>
      world.get<ErrorBody>(
        `/v1/convert/quotes?from=${world.id('ETH')}&to=${world.id('USDL')}&amount=1000000000000&gasPrice=${beyond}`,
      ),
  ],
])('error: refuses very large numbers: %s', async (_, ask) => {
  const { status, body } = await ask()
  expect([
    [400, 'malformed_request'],
    [422, 'invalid_body'],
  ]).toContainEqual([status, (body as ErrorBody).code])
})
