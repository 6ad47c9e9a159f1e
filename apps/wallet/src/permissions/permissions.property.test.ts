import { describeRequest, type PermissionLine } from '@latchkey/clear-signing'
import { grantPermissionsSchema, type Permission } from '@latchkey/protocol/api'
import { argumentConditions, type CallRule, permissionsToGrant } from '@latchkey/smart-account'
import fc from 'fast-check'
import { zeroAddress } from 'viem'
import { isAddressEqual, pad, toFunctionSelector } from 'viem/utils'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const account = '0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1'
const signer = { type: 'account', data: { address: '0xE57bFE9F44b819898F47BF37E5AF72a0783e1141' } } as const
const now = 1_800_000_000
const expiry = now + 90 * 86_400

const address = fc.constantFrom('11', '22', '33', '44').map((byte) => `0x${byte.repeat(20)}`)
const amount = fc.bigInt({ min: 1n, max: (1n << 256n) - 1n }).map((value) => `0x${value.toString(16)}`)
const recurring = {
  allowance: amount,
  start: fc.integer({ min: 0, max: expiry }),
  period: fc.constantFrom(0, 60, 3_600, 86_400, 30 * 86_400),
  to: fc.option(address, { nil: undefined }),
}
const types = fc.constantFrom(
  'uint256',
  'uint8',
  'address',
  'bool',
  'bytes4',
  'bytes32',
  'string',
  'uint256[2]',
  'int64',
)
const values: Record<string, fc.Arbitrary<string>> = {
  uint256: fc.bigInt({ min: 1n, max: (1n << 256n) - 2n }).map(String),
  uint8: fc.integer({ min: 1, max: 254 }).map(String),
  int64: fc.integer().map(String),
  address,
  bool: fc.constantFrom('true', 'false'),
  bytes4: fc.constant('0x01020304'),
  bytes32: fc.constant(`0x${'ab'.repeat(32)}`),
}
const operators = fc.constantFrom(
  'EQUAL',
  'NOT_EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
)
const call = fc
  .tuple(address, fc.constantFrom('mint', 'transfer', 'approve', 'play'), fc.array(types, { maxLength: 3 }))
  .chain(([target, name, inputs]) =>
    fc.record({
      type: fc.constant('contract-call' as const),
      data: fc.record({
        address: fc.constant(target),
        abi: fc.constant([{ type: 'function', name, inputs: inputs.map((type) => ({ name: '', type })) }]),
        functions: fc.tuple(
          fc.record({
            functionName: fc.constant(name),
            args: fc.tuple(
              ...inputs.map((type) =>
                fc.option(fc.record({ operator: operators, value: values[type] ?? fc.string({ maxLength: 9 }) })),
              ),
            ),
            valueLimit: fc.constantFrom('0x0', '0x5'),
          }),
        ),
      }),
    }),
  )
const permission = fc.oneof(
  fc.record({ type: fc.constant('native-token-recurring-allowance' as const), data: fc.record(recurring) }),
  fc.record({
    type: fc.constant('erc20-recurring-allowance' as const),
    data: fc.record({ address, ...recurring }),
  }),
  call,
)

const describe = async (permissions: readonly unknown[]) =>
  describeRequest({
    request: {
      method: 'wallet_grantPermissions',
      params: JSON.parse(JSON.stringify([{ chainId: '0x1', expiry, signer, permissions }])),
      ...{ chainId: 'eip155:1', account, origin: 'https://app.example' },
    },
    read: () => Promise.reject(new Error('offline')),
    network: { name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, testnet: false },
    knownAddresses: [],
    now: () => now * 1000,
  })

type CallLine = Extract<PermissionLine, { kind: 'call' }>
type AllowanceLine = Extract<PermissionLine, { kind: 'allowance' }>

/** Whether a line covers everything that a chain rule allows: same target and function, no tighter argument, no smaller value. */
function isSaidBy(rule: CallRule, line: PermissionLine): boolean {
  if (line.kind === 'allowance') return isPaymentOf(rule, line)
  if (!isAddressEqual(rule.target, line.contract.address)) return false
  if (toFunctionSelector(`function ${line.signature}`) !== rule.selector) return false
  if (rule.valueLimit > 0n && line.valueText === null) return false
  return line.arguments.every((argument, place) => isNoTighter(rule, line, argument, place))
}

const addressOf = ({ address }: { address: string | null }) => (address ?? zeroAddress) as `0x${string}`

function isPaymentOf(rule: CallRule, { asset, to }: AllowanceLine): boolean {
  const isCoin = asset.address === null
  if (isCoin) return rule.selector === '0x00000000' && isAddressEqual(rule.target, to?.address ?? zeroAddress)
  if (!isAddressEqual(rule.target, addressOf(asset)) || rule.selector !== '0xa9059cbb') return false
  // The receiver on the card is the only one whom the chain lets be paid.
  const [receiver, ...more] = rule.arguments
  if (to === null) return rule.arguments.length === 0
  return (
    more.length === 0 &&
    receiver?.index === 0 &&
    receiver.condition === argumentConditions.equal &&
    receiver.value === pad(to.address, { size: 32 }).toLowerCase()
  )
}

/** The chain enforces each argument on the card: it has a rule for that word. */
function isNoTighter(rule: CallRule, line: CallLine, argument: CallLine['arguments'][number], place: number): boolean {
  if (argument.rule === null) return true
  const index = line.arguments.slice(0, place).reduce((sum, { type }) => sum + (type === 'uint256[2]' ? 2 : 1), 0)
  const { equal, notEqual, atMost, atLeast } = argumentConditions
  const wanted = {
    EQUAL: equal,
    NOT_EQUAL: notEqual,
    LESS_THAN: atMost,
    LESS_THAN_OR_EQUAL: atMost,
    GREATER_THAN: atLeast,
    GREATER_THAN_OR_EQUAL: atLeast,
  }[argument.rule.operator]
  const found = rule.arguments.find((one) => one.index === index && one.condition === wanted)
  if (!found) return false
  const { value, operator } = argument.rule
  if (value.kind !== 'text' || !/^\d+$/.test(value.text)) return true
  const shift = operator === 'LESS_THAN' ? -1n : operator === 'GREATER_THAN' ? 1n : 0n
  return BigInt(found.value) === BigInt(value.text) + shift
}

test('behavior: threat 85: the card shows every rule on the chain, and nothing that the chain does not enforce', async () => {
  let granted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(permission, { minLength: 1, maxLength: 4 }), async (asked) => {
      const permissions = JSON.parse(JSON.stringify(asked)) as Permission[]
      const { findings, permissions: shown } = await describe(permissions)
      if (findings.some(({ level }) => level === 'refuse')) return
      // The protocol's own schema accepts everything that clear signing reads.
      expect(z.safeParse(grantPermissionsSchema, { chainId: '0x1', expiry, signer, permissions }).success).toBe(true)
      let grant: ReturnType<typeof permissionsToGrant>
      try {
        grant = permissionsToGrant({ permissions, expiry, signer, account, now })
      } catch {
        return
      }
      granted++
      const lines = shown?.lines ?? []
      for (const rule of grant.calls) expect(lines.some((line) => isSaidBy(rule, line))).toBe(true)
      for (const line of lines) expect(grant.calls.some((rule) => isSaidBy(rule, line))).toBe(true)
      for (const { token, limit, start, period } of grant.allowances) {
        const line = lines.find(
          (one): one is AllowanceLine => one.kind === 'allowance' && isAddressEqual(addressOf(one.asset), token),
        )
        expect(line).toMatchObject({ limit, start, period })
        const most = shown?.totals.find(({ asset }) => isAddressEqual(addressOf(asset), token))
        // The chain's total of all periods that begin before the end.
        const first = Math.max(start, now)
        const periods =
          period === 0 ? 1n : BigInt(Math.floor((expiry - start) / period) - Math.floor((first - start) / period) + 1)
        expect(most?.amount).toBe(limit * periods)
      }
      expect(shown?.expiry).toBe(grant.validUntil)
      expect(shown?.signer?.value.toLowerCase()).toBe(grant.signer.toLowerCase())
    }),
    { numRuns: 500 },
  )
  // The test is meaningful only while most described requests are granted.
  expect(granted).toBeGreaterThan(60)
}, 60_000)
