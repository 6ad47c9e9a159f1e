import { type Permission, permissionsSchema } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { p256 } from '@noble/curves/p256'
import fc from 'fast-check'
import { type Abi, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { entryPoint08, smartAccountContracts } from '../contracts/addresses.ts'
import { checkCalls } from './checkCalls.ts'
import { type PermissionsToGrant, permissionsToGrant } from './permissionsToGrant.ts'
import { decodeContext, encodeContext } from './sessionContext.ts'

const key = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const coSigner = '0x00000000000000000000000000000000000000c5'
const shop = '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4'
const game = '0xAb8483F64d9C6d1EcF9b849Ae677dD3315835cb2'
const dollars = '0x4B20993Bc481177ec7E8f571ceCaE8A9e22C02db'
const account = '0x78731D3Ca6b7E34aC0F824c42a7cC18A495cabaB'
const base = {
  expiry: 2_000_000_000,
  now: 1_900_000_000,
  signer: { type: 'account', data: { address: key.address } },
  coSigner,
  account,
} as const satisfies Partial<PermissionsToGrant>

const coins = (data: object = {}): Permission =>
  ({
    type: 'native-token-recurring-allowance',
    data: { allowance: '0x64', start: 5, period: 60, ...data },
  }) as Permission
const tokens = (data: object = {}): Permission =>
  ({
    type: 'erc20-recurring-allowance',
    data: { address: dollars, allowance: '0x64', start: 5, period: 60, ...data },
  }) as Permission
const abi = parseAbi([
  'function play(uint8 level, address with, bool hard, bytes32 seed, int16 shift) payable',
  'function name(string)',
  'function twice(uint256)',
  'function twice(uint256, uint256)',
  'function nest((uint256 a, uint256[2] b) first, string[] texts, uint256 last)',
  'function pair((uint256 a, uint256 b)[2] pairs, uint256 last)',
  'function setApprovalForAll(address, bool)',
  'function approve(address, uint256)',
  'function burn(uint256)',
])
const calls = (functions: object[], data: object = {}): Permission =>
  ({ type: 'contract-call', data: { address: game, abi, functions, ...data } }) as unknown as Permission
const play = (args: unknown[]) => calls([{ functionName: 'play', args }])
const argument = (place: number, operator: string, value: string) =>
  play(Array.from({ length: 5 }, (_, index) => (index === place ? { operator, value } : null)))
const grantOf = (...permissions: Permission[]) => permissionsToGrant({ ...base, permissions })
const rulesOf = (permission: Permission) => grantOf(permission).calls[0]?.arguments
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

describe('permissionsToGrant', () => {
  it('error: threat 85: components of an argument without any would move a rule to another word', () => {
    const inputs = [{ type: 'uint256', components: [{ type: 'uint256' }, { type: 'uint256' }] }, { type: 'address' }]
    const rule = { functionName: 'play', args: [null, { operator: 'EQUAL', value: shop }] }
    const asked = { address: game, abi: [{ type: 'function', name: 'play', inputs }], functions: [rule] }
    expect(() => grantOf({ type: 'contract-call', data: asked } as unknown as Permission)).toThrow(ServiceError)
  })

  it('default: an allowance of the native token becomes plain payments', () => {
    expect(grantOf(coins())).toEqual({
      ...{ signer: key.address.toLowerCase(), coSigner, validAfter: 0, validUntil: base.expiry },
      calls: [{ target: zeroAddress, selector: '0x00000000', valueLimit: 100n, arguments: [] }],
      allowances: [{ token: zeroAddress, limit: 100n, start: 5, period: 60 }],
    })
  })

  it('behavior: the second of the expiry is the last valid one', () => {
    const asked = { grant: grantOf(coins()), calls: [{ to: shop, value: 1n }] } as const
    expect(checkCalls({ ...asked, at: base.expiry })).toBeUndefined()
    expect(checkCalls({ ...asked, at: base.expiry + 1 })).toMatchObject({ rule: 'window' })
  })

  it('behavior: a receiver is the only one', () => {
    expect(grantOf(coins({ to: shop })).calls[0]?.target).toBe(shop)
    expect(grantOf(tokens({ to: shop.toLowerCase() })).calls).toEqual([
      {
        ...{ target: dollars, selector: toFunctionSelector('transfer(address,uint256)'), valueLimit: 0n },
        arguments: [{ index: 0, condition: 0, value: word(BigInt(shop)) }],
      },
    ])
  })

  it('behavior: an allowance of tokens allows transfers only', () => {
    expect(grantOf(tokens()).calls.map(({ selector }) => selector)).toEqual(['0xa9059cbb'])
    expect(grantOf(tokens()).calls[0]?.arguments).toEqual([])
  })

  it('behavior: equal permissions become equal rules, and a context returns them', () => {
    const grant = grantOf(tokens({ to: shop.toLowerCase() }), coins())
    expect(decodeContext(encodeContext({ account, chainId: 1, id: 2, grant })).grant).toEqual(grant)
    expect(grantOf(tokens(), coins())).toEqual(
      permissionsToGrant({ ...base, now: base.now + 99, permissions: [tokens(), coins()] }),
    )
  })

  it.each([
    ['secp256k1, compressed', 'secp256k1', 'compressed'],
    ['secp256k1', 'secp256k1', 'whole'],
    ['secp256r1, compressed', 'secp256r1', 'compressed'],
    ['secp256r1', 'secp256r1', 'whole'],
  ] as const)('behavior: a key of %s becomes the form of the chain', (_, type, form) => {
    const point = p256.ProjectivePoint.fromPrivateKey('11'.repeat(32))
    const whole = type === 'secp256k1' ? key.publicKey : `0x${point.toHex(false)}`
    const last = Number.parseInt(whole.slice(-1), 16) % 2
    const publicKey = form === 'whole' ? whole : `0x0${2 + last}${whole.slice(4, 68)}`
    const { signer } = permissionsToGrant({
      ...base,
      permissions: [coins()],
      signer: { type: 'key', data: { type, publicKey } },
    })
    expect(signer).toBe(type === 'secp256k1' ? key.address.toLowerCase() : `0x${whole.slice(4)}`)
  })

  it.each<[string, Permission, { condition: number; value: bigint }[]]>([
    ['less than', argument(0, 'LESS_THAN', '3'), [{ condition: 2, value: 2n }]],
    ['at most', argument(0, 'LESS_THAN_OR_EQUAL', '3'), [{ condition: 2, value: 3n }]],
    [
      'greater than',
      argument(0, 'GREATER_THAN', '3'),
      [
        { condition: 3, value: 4n },
        { condition: 2, value: 255n },
      ],
    ],
    [
      'at least',
      argument(0, 'GREATER_THAN_OR_EQUAL', '0x3'),
      [
        { condition: 3, value: 3n },
        { condition: 2, value: 255n },
      ],
    ],
    [
      'not',
      argument(0, 'NOT_EQUAL', '3'),
      [
        { condition: 1, value: 3n },
        { condition: 2, value: 255n },
      ],
    ],
    ['an address', argument(1, 'EQUAL', shop), [{ condition: 0, value: BigInt(shop) }]],
    [
      'another address',
      argument(1, 'NOT_EQUAL', shop),
      [
        { condition: 1, value: BigInt(shop) },
        { condition: 2, value: 2n ** 160n - 1n },
      ],
    ],
    ['true', argument(2, 'EQUAL', 'true'), [{ condition: 0, value: 1n }]],
    [
      'not true',
      argument(2, 'NOT_EQUAL', 'true'),
      [
        { condition: 1, value: 1n },
        { condition: 2, value: 1n },
      ],
    ],
    ['bytes', argument(3, 'EQUAL', `0x${'ab'.repeat(32)}`), [{ condition: 0, value: BigInt(`0x${'ab'.repeat(32)}`) }]],
    ['a negative number', argument(4, 'EQUAL', '-1'), [{ condition: 0, value: 2n ** 256n - 1n }]],
  ])('behavior: an argument must be %s, exactly', (_, permission, expected) => {
    const place = ['level', 'with', 'hard', 'seed', 'shift'].findIndex((__, index) => {
      const args = permission.type === 'contract-call' ? permission.data.functions[0]?.args : undefined
      return args?.[index] !== null
    })
    expect(rulesOf(permission)).toEqual(
      expected.map(({ condition, value }) => ({ index: place, condition, value: word(value) })),
    )
  })

  it('behavior: finds arguments after a struct of fixed length in the encoder’s position', () => {
    const last = { operator: 'EQUAL', value: '7' }
    expect(rulesOf(calls([{ functionName: 'nest', args: [null, null, last] }]))).toEqual([
      { index: 4, condition: 0, value: word(7n) },
    ])
    const data = encodeFunctionData({ abi, functionName: 'nest', args: [{ a: 1n, b: [2n, 3n] }, ['x'], 7n] })
    const grant = grantOf(calls([{ functionName: 'nest', args: [null, null, last] }]))
    expect(checkCalls({ grant, calls: [{ to: game, data }] })).toBeUndefined()
  })

  it('behavior: finds arguments after a list of structs of fixed length in the encoder’s position', () => {
    const grant = grantOf(calls([{ functionName: 'pair', args: [null, { operator: 'EQUAL', value: '7' }] }]))
    const pairs = [
      { a: 1n, b: 2n },
      { a: 7n, b: 4n },
    ] as const
    const call = (last: bigint) =>
      ({ to: game, data: encodeFunctionData({ abi, functionName: 'pair', args: [pairs, last] }) }) as const
    expect(checkCalls({ grant, calls: [call(7n)] })).toBeUndefined()
    expect(checkCalls({ grant, calls: [call(8n)] })).toMatchObject({ rule: 'call' })
  })

  it('behavior: an approval of a token is possible with its allowance, and counts toward it', () => {
    const approve = calls([{ functionName: 'approve' }], { address: dollars })
    const grant = grantOf(tokens(), approve)
    const call = (amount: bigint) =>
      ({
        to: dollars,
        data: encodeFunctionData({ abi, functionName: 'approve', args: [shop, amount] }),
      }) as const
    expect(checkCalls({ grant, calls: [call(100n)] })).toBeUndefined()
    expect(checkCalls({ grant, calls: [call(60n), call(41n)] })).toMatchObject({
      rule: 'allowance_exceeded',
      allowance: 0,
    })
  })

  // The amount's position is repeated here, so that a wrong one in the code is found.
  it.each([
    ['transfer', [shop, 'amount']],
    ['approve', [shop, 'amount']],
    ['increaseAllowance', [shop, 'amount']],
    ['increaseApproval', [shop, 'amount']],
    ['transferFrom', [account, shop, 'amount']],
  ] as const)('behavior: %s counts its amount toward the allowance, not an address', (functionName, form) => {
    const types = form.map((word) => (word === 'amount' ? 'uint256' : 'address'))
    const own = parseAbi([`function ${functionName}(${types.join(', ')})`] as readonly string[]) as Abi
    const allowed = calls([{ functionName }], { address: dollars, abi: own })
    const grant = grantOf(tokens(), allowed)
    const call = (amount: bigint) => {
      const args = form.map((word) => (word === 'amount' ? amount : word))
      return { to: dollars, data: encodeFunctionData({ abi: own, functionName, args }) } as const
    }
    expect(checkCalls({ grant, calls: [call(100n)] })).toBeUndefined()
    expect(checkCalls({ grant, calls: [call(101n)] })).toMatchObject({ rule: 'allowance_exceeded', allowance: 0 })
  })

  const dangerous: [string, Permission[] | Partial<PermissionsToGrant>, RegExp][] = [
    ['nothing', [], /no permissions/],
    ['two allowances of one token', [tokens(), tokens({ address: dollars.toLowerCase() })], /two allowances/],
    ['two allowances of the coin', [coins(), coins({ to: shop })], /two allowances/],
    ['a function that the ABI does not have', [calls([{ functionName: 'steal' }])], /no function steal/],
    ['a function of which there are several', [calls([{ functionName: 'twice' }])], /several functions twice/],
    [
      'an argument of a type longer than a word',
      [calls([{ functionName: 'name', args: [{ operator: 'EQUAL', value: 'x' }] }])],
      /longer than one word/,
    ],
    [
      'a struct held to a value',
      [calls([{ functionName: 'nest', args: [{ operator: 'EQUAL', value: '1' }, null, null] }])],
      /longer than one word/,
    ],
    ['too few arguments', [play([null])], /has 5 arguments, not 1/],
    ['a value too large for its type', [argument(0, 'EQUAL', '256')], /too large for uint8/],
    ['a negative number of uint', [argument(0, 'EQUAL', '-1')], /not a number of uint8/],
    ['a number with a fraction', [argument(0, 'EQUAL', '1.5')], /not a number/],
    ['a number of int too small', [argument(4, 'EQUAL', '-32769')], /too large for int16/],
    ['less than nothing', [argument(0, 'LESS_THAN', '0')], /nothing is less than 0/],
    ['more than the most', [argument(0, 'GREATER_THAN', '255')], /nothing of uint8 is greater/],
    ['an order of signed numbers', [argument(4, 'LESS_THAN', '3')], /no order/],
    ['anything but a signed number', [argument(4, 'NOT_EQUAL', '3')], /only be held to be EQUAL/],
    ['an order of addresses', [argument(1, 'LESS_THAN', shop)], /no order/],
    ['an address with a wrong checksum', [argument(1, 'EQUAL', shop.replace('B', 'b'))], /not an address/],
    ['a truth that is neither', [argument(2, 'EQUAL', '1')], /neither true nor false/],
    ['bytes that are too short', [argument(3, 'EQUAL', '0x01')], /not of bytes32/],
    ['the zero address as a token', [tokens({ address: zeroAddress })], /two allowances|No permission can call/],
    ['the zero address as a receiver', [coins({ to: zeroAddress })], /No permission can call/],
    [
      'the module of sessions',
      [calls([{ functionName: 'play' }], { address: smartAccountContracts.sessions })],
      /No permission can call/,
    ],
    [
      'the factory',
      [calls([{ functionName: 'play' }], { address: smartAccountContracts.factory })],
      /No permission can call/,
    ],
    ['the EntryPoint as a receiver', [coins({ to: entryPoint08 })], /No permission can call/],
    [
      'the account itself',
      [calls([{ functionName: 'play' }], { address: account.toLowerCase() })],
      /No permission can call/,
    ],
    ['everything of a collection', [calls([{ functionName: 'setApprovalForAll' }])], /more than a limit can count/],
    ['an approval without an allowance', [calls([{ functionName: 'approve' }])], /needs an erc20-recurring-allowance/],
    [
      'a way past the allowance of a token',
      [tokens(), calls([{ functionName: 'burn' }], { address: dollars })],
      /go past/,
    ],
    ['a value without an allowance', [calls([{ functionName: 'play', valueLimit: '0x1' }])], /needs a native-token/],
    ['a period under a minute', [coins({ period: 59 })], /60 seconds/],
    ['an allowance that begins too late', [coins({ start: base.expiry + 1 })], /after the permission has expired/],
    [
      'an ABI that is none',
      [calls([{ functionName: 'odd' }], { abi: [{ type: 'function', name: 'odd', inputs: [{ type: 'uint7' }] }] })],
      /malformed/,
    ],
    [
      'an ABI without inputs',
      [calls([{ functionName: 'odd' }], { abi: [{ type: 'function', name: 'odd' }] })],
      /malformed/,
    ],
    [
      'too many rules',
      Array.from({ length: 3 }, () => calls(Array.from({ length: 20 }, () => ({ functionName: 'play' })))),
      /this many rules/,
    ],
    ['a session that is over', { expiry: base.now }, /already have expired/],
    ['a session without an end', { expiry: 2 ** 47 }, /never expire/],
    [
      'a key that is on no curve',
      { signer: { type: 'key', data: { type: 'secp256r1', publicKey: `0x02${'ff'.repeat(32)}` } } },
      /not a public key/,
    ],
    ['the zero address as a signer', { signer: { type: 'account', data: { address: zeroAddress } } }, /signs nothing/],
  ]
  it.each(dangerous)('error: refuses %s', (_, asked, reason) => {
    const parameters = Array.isArray(asked)
      ? { ...base, permissions: asked }
      : { ...base, permissions: [coins()], ...asked }
    let refusal: unknown
    try {
      permissionsToGrant(parameters)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(ServiceError)
    expect(refusal).toMatchObject({ code: 'permissions_invalid', details: expect.stringMatching(reason) })
  })

  it('behavior: a condition on a number is true for exactly the numbers that it names', () => {
    const holds = {
      EQUAL: (a: bigint, b: bigint) => a === b,
      NOT_EQUAL: (a: bigint, b: bigint) => a !== b,
      LESS_THAN: (a: bigint, b: bigint) => a < b,
      LESS_THAN_OR_EQUAL: (a: bigint, b: bigint) => a <= b,
      GREATER_THAN: (a: bigint, b: bigint) => a > b,
      GREATER_THAN_OR_EQUAL: (a: bigint, b: bigint) => a >= b,
    }
    const near = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(holds) as (keyof typeof holds)[])),
        near,
        near,
        fc.bigInt(0n, 3n),
        (operator, given, limit, above) => {
          let grant: ReturnType<typeof grantOf>
          try {
            grant = grantOf(argument(0, operator, String(limit)))
          } catch {
            return
          }
          const rest = [account, true, `0x${'00'.repeat(32)}`, 1] as const
          const clean = encodeFunctionData({ abi, functionName: 'play', args: [given, ...rest] })
          // The same byte with additional high bits, which a careless contract ignores.
          const data = `${clean.slice(0, 10)}${above.toString(16).padStart(62, '0')}${clean.slice(72)}` as `0x${string}`
          const isAllowed = checkCalls({ grant, calls: [{ to: game, data }] }) === undefined
          expect(isAllowed).toBe(above === 0n && holds[operator](BigInt(given), BigInt(limit)))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('behavior: everything that the wire format allows becomes rules, or is refused with its code', () => {
    const word = fc.constantFrom('play', 'nest', 'twice', 'approve', 'burn', 'steal', 'name')
    const condition = fc.option(
      fc.record({
        operator: fc.constantFrom('EQUAL', 'NOT_EQUAL', 'LESS_THAN', 'GREATER_THAN'),
        value: fc.oneof(fc.constantFrom('1', '-1', 'true', shop, '0x', ''), fc.string()),
      }),
    )
    const permission = fc.oneof(
      fc.constant(coins()),
      fc.record({ to: fc.constantFrom(shop, undefined), allowance: fc.constantFrom('0x0', '0xff') }).map(tokens),
      fc
        .array(
          fc.record({ functionName: word, args: fc.option(fc.array(condition, { maxLength: 6 }), { nil: undefined }) }),
          { minLength: 1, maxLength: 4 },
        )
        .map((list) => calls(list)),
    )
    fc.assert(
      fc.property(fc.array(permission, { minLength: 1, maxLength: 4 }), (permissions) => {
        const { success, data } = permissionsSchema.safeParse(permissions)
        if (!success) return
        try {
          const grant = permissionsToGrant({ ...base, permissions: data })
          expect(grant.calls.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toMatchObject({ code: 'permissions_invalid', details: expect.any(String) })
        }
      }),
      { numRuns: 500 },
    )
  })
})
