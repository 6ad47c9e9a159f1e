import { describe, expect, test } from 'vitest'
import type { DescribeParameters } from '../DescribeParameters.ts'
import type { ChainReader, Description, FindingCode } from '../Description.ts'
import { describeRequest } from '../describeRequest.ts'
import { calmNode } from '../testing/calmNode.ts'
import { account, now, offline, word } from '../testing/requests.ts'

const token = '0x1111111111111111111111111111111111111111'
const contract = '0x2222222222222222222222222222222222222222'
const friend = '0x140bbf461e33044e4193730d1511ea2894edb528'
const sessions = '0x3333333333333333333333333333333333333333'
const day = 86_400
const seconds = Math.floor(now / 1000)
const expiry = seconds + 90 * day
/** The key 6. */
const signer = {
  type: 'key',
  data: { type: 'secp256k1', publicKey: '0x03fff97bd5755eeea420453a14355235d382f6472f8568a18b2f057a1460297556' },
} as const
const spend = {
  type: 'erc20-recurring-allowance',
  data: { address: token, allowance: '0x4c4b40', start: seconds, period: 30 * day, to: friend },
}
const coin = { type: 'native-token-recurring-allowance', data: { allowance: '0x5', start: 0, period: 0, to: friend } }
const mint = {
  type: 'function',
  name: 'mint',
  inputs: [{ name: 'count', type: 'uint256' }],
}
const call = (
  functions: readonly Record<string, unknown>[] = [
    { functionName: 'mint', args: [{ operator: 'LESS_THAN_OR_EQUAL', value: '3' }] },
  ],
  abi: readonly unknown[] = [mint],
  address = contract,
) => ({ type: 'contract-call', data: { address, abi, functions } })
const functionOf = (signature: string) => {
  const [, name, types] = /^(\w+)\((.*)\)$/.exec(signature) ?? []
  const inputs = (types === '' ? [] : (types ?? '').split(',')).map((type) => ({ name: '', type }))
  return { abi: [{ type: 'function', name, inputs }], functionName: name ?? '' }
}
const calling = (signature: string, args?: readonly unknown[], address?: string) => {
  const { abi, functionName } = functionOf(signature)
  return call([{ functionName, ...(args ? { args } : {}) }], abi, address)
}

type Options = Partial<DescribeParameters> & { method?: string }

/** Describes a grant on a calm network, where the token is vouched for and the contract is a contact. */
const describeGrant = (grant: Record<string, unknown>, { method = 'wallet_grantPermissions', ...rest }: Options = {}) =>
  describeRequest({
    ...offline,
    read: calmNode,
    tokens: [{ address: token, symbol: 'USDX', name: 'USDX', decimals: 6, kind: 'erc20' }],
    knownAddresses: [
      { address: contract, kind: 'contact', name: 'Lantern Kiosk' },
      { address: friend, kind: 'history' },
    ],
    guarded: [sessions],
    ...rest,
    request: {
      method,
      params: [{ chainId: '0x1', expiry, signer, permissions: [spend], ...grant }],
      chainId: 'eip155:1',
      account,
      origin: 'https://app.example',
    },
  })
const codes = ({ findings }: Description) => findings.map(({ level, code }) => `${level} ${code}`)

describe('descriptions', () => {
  test('default: an allowance, with all its periods', async () => {
    const { intent, permissions, findings } = await describeGrant({})
    expect(intent).toBe('grantPermissions')
    expect(findings).toStrictEqual([])
    expect(permissions).toMatchObject({
      expiry,
      signer: { type: 'secp256k1', value: '0xE57bFE9F44b819898F47BF37E5AF72a0783e1141' },
      lines: [
        {
          kind: 'allowance',
          asset: { symbol: 'USDX' },
          limitText: '5',
          period: 30 * day,
          // The end is the first second of a fourth period, which the chain counts.
          periods: 4n,
          totalText: '20',
          to: { address: '0x140BBf461e33044E4193730d1511EA2894edb528', notice: { kind: 'known' } },
        },
      ],
      totals: [{ text: '20', isUnlimited: false }],
    })
  })

  test('behavior: the native token, once', async () => {
    const { permissions } = await describeGrant({ permissions: [coin] })
    expect(permissions?.lines).toMatchObject([{ asset: { symbol: 'ETH' }, limit: 5n, periods: 1n, total: 5n }])
  })

  test('behavior: the current period counts whole, earlier ones do not count', async () => {
    const start = seconds - 45 * day
    const { permissions } = await describeGrant({
      expiry: seconds + 14 * day,
      permissions: [{ ...spend, data: { ...spend.data, start } }],
    })
    expect(permissions?.lines).toMatchObject([{ periods: 1n, totalText: '5' }])
  })

  test('behavior: a function, with the condition of each argument; amounts of a token in its units', async () => {
    const { permissions } = await describeGrant({
      permissions: [
        call(),
        calling(
          'transfer(address,uint256)',
          [
            { operator: 'EQUAL', value: friend },
            { operator: 'LESS_THAN', value: '0x4c4b40' },
          ],
          token,
        ),
      ],
    })
    expect(permissions?.lines).toMatchObject([
      {
        kind: 'call',
        signature: 'mint(uint256)',
        contract: { name: 'Lantern Kiosk' },
        arguments: [{ name: 'count', rule: { operator: 'LESS_THAN_OR_EQUAL', value: { kind: 'text', text: '3' } } }],
        valueText: null,
      },
      {
        signature: 'transfer(address,uint256)',
        arguments: [
          {
            rule: {
              operator: 'EQUAL',
              value: { kind: 'address', address: '0x140BBf461e33044E4193730d1511EA2894edb528' },
            },
          },
          { rule: { operator: 'LESS_THAN', value: { kind: 'amount', text: '5', asset: { symbol: 'USDX' } } } },
        ],
      },
    ])
  })

  test('behavior: unknown decimals are not guessed', async () => {
    const { permissions } = await describeGrant({}, { tokens: [] })
    expect(permissions?.lines).toMatchObject([{ asset: { decimals: null }, limitText: '5000000' }])
  })

  test('behavior: keys of P-256, compressed or not, and accounts', async () => {
    const x = '60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6'
    const y = '7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299'
    for (const publicKey of [`0x04${x}${y}`, `0x03${x}`]) {
      const { permissions } = await describeGrant({
        signer: { type: 'key', data: { type: 'secp256r1', publicKey } },
      })
      expect(permissions?.signer).toStrictEqual({ type: 'secp256r1', value: `0x${x}${y}` })
    }
    const { permissions } = await describeGrant({ signer: { type: 'account', data: { address: friend } } })
    expect(permissions?.signer?.type).toBe('account')
  })

  test('behavior: a revocation is described without warnings', async () => {
    const ending = await describeGrant(
      { permissions: [{ ...spend, data: { ...spend.data, to: undefined } }], expiry: seconds + 10 },
      { method: 'wallet_revokePermissions' },
    )
    expect(ending).toMatchObject({ intent: 'revokePermissions', findings: [], permissions: { lines: [{ to: null }] } })
  })

  test('behavior: a revocation calls no receiver a first or a known one, and still marks a look-alike', async () => {
    const noticeIn = async (method: string, knownAddresses: DescribeParameters['knownAddresses']) => {
      const { permissions } = await describeGrant({}, { method, knownAddresses })
      const [line] = permissions?.lines ?? []
      return line?.kind === 'allowance' ? (line.to?.notice?.kind ?? null) : undefined
    }
    const alike = `${friend.slice(0, 8)}${'0'.repeat(26)}${friend.slice(-8)}` as const
    for (const [known, granting, ending] of [
      [[], 'firstTime', null],
      [[{ address: friend, kind: 'history' }], 'known', null],
      [[{ address: alike, kind: 'history' }], 'lookAlike', 'lookAlike'],
    ] as const) {
      expect(await noticeIn('wallet_grantPermissions', known)).toBe(granting)
      expect(await noticeIn('wallet_revokePermissions', known)).toBe(ending)
    }
  })
})

const answers =
  (results: Record<string, string>): ChainReader =>
  async (request) => {
    const [first] = request.params as [{ data?: string } | undefined]
    return results[first?.data?.slice(0, 10) ?? request.method] ?? calmNode(request)
  }

describe('findings', () => {
  type Case = readonly [name: string, grant: Record<string, unknown>, expected: FindingCode, options?: Options]
  const cases: readonly Case[] = [
    ['it ends after more than a year', { expiry: seconds + 400 * day }, 'grantLong'],
    [
      'all of a token',
      { permissions: [{ ...spend, data: { ...spend.data, allowance: `0x${'f'.repeat(64)}` } }] },
      'allowanceUnlimited',
    ],
    ['more than there is of a token', {}, 'allowanceUnlimited', { read: answers({ '0x18160ddd': `0x${word(4)}` }) }],
    [
      'as much as the account has',
      {},
      'allowanceOverBalance',
      { read: answers({ '0x70a08231': `0x${word(5_000_000)}` }) },
    ],
    [
      'as much as the account has of the coin',
      { permissions: [coin] },
      'allowanceOverBalance',
      { read: answers({ eth_getBalance: '0x5' }) },
    ],
    ['to anybody', { permissions: [{ ...spend, data: { ...spend.data, to: undefined } }] }, 'anyReceiver'],
    ['to somebody new', {}, 'firstTimeReceiver', { knownAddresses: [] }],
    [
      'to somebody who looks like a friend',
      { permissions: [{ ...spend, data: { ...spend.data, to: `0x140b${'0'.repeat(32)}b528` } }] },
      'lookAlikeReceiver',
    ],
    ['to the token itself', { permissions: [{ ...spend, data: { ...spend.data, to: token } }] }, 'sendToTokenContract'],
    ['a token that is no contract', {}, 'unverifiedContract', { read: answers({ eth_getCode: '0x' }) }],
    ['a contract that nobody knows', { permissions: [call()] }, 'unverifiedContract', { knownAddresses: [] }],
    ...[
      'approve(address,uint256)',
      'increaseAllowance(address,uint256)',
      'setApprovalForAll(address,bool)',
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    ].map((signature): Case => [signature, { permissions: [calling(signature)] }, 'lastingApproval']),
    ['a transfer without rules', { permissions: [calling('transfer(address,uint256)', [], token)] }, 'openFunction'],
    [
      'a transfer to all but one',
      { permissions: [calling('transfer(address,uint256)', [{ operator: 'NOT_EQUAL', value: friend }], token)] },
      'openFunction',
    ],
    ['any function of a token without rules', { permissions: [calling('claim(uint256)', [], token)] }, 'openFunction'],
    ['calls in calls', { permissions: [calling('multicall(bytes[])')] }, 'openFunction'],
    ...['upgradeToAndCall(address,bytes)', 'transferOwnership(address)', 'grantRole(bytes32,address)'].map(
      (signature): Case => [signature, { permissions: [calling(signature)] }, 'controlFunction'],
    ),
    [
      'a key that everybody has, for tests',
      { signer: { type: 'account', data: { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } } },
      'signerKnown',
      { network: { ...offline.network, testnet: true } },
    ],
    [
      'a token that takes another’s name',
      {},
      'unverifiedContract',
      { tokens: [], read: answers({ '0x95d89b41': `0x${'45544800'.padEnd(64, '0')}` }) },
    ],
  ]
  test.each(cases.map(([name, grant, expected, options = {}]) => ({ name, grant, expected, options })))(
    'behavior: warns: $name',
    async ({ grant, expected, options }) => {
      const described = await describeGrant(grant, options)
      expect(codes(described)).toContain(`warn ${expected}`)
      expect(codes(described).join()).not.toContain('refuse')
    },
  )

  const refused: readonly [name: string, grant: Record<string, unknown>, expected: FindingCode][] = [
    ['it is over', { expiry: seconds, permissions: [coin] }, 'grantExpired'],
    ['another network', { chainId: '0x89' }, 'chainMismatch'],
    ['another account', { address: friend }, 'accountMismatch'],
    ['the visitor’s own key', { signer: { type: 'account', data: { address: account } } }, 'signerOwn'],
    [
      'a key that everybody has',
      { signer: { type: 'account', data: { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } } },
      'signerKnown',
    ],
    [
      'the key 1 of P-256',
      {
        signer: {
          type: 'key',
          data: {
            type: 'secp256r1',
            publicKey: '0x036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
          },
        },
      },
      'signerKnown',
    ],
    ['the account itself', { permissions: [call(undefined, undefined, account)] }, 'protectedTarget'],
    ['what checks sessions', { permissions: [call(undefined, undefined, sessions)] }, 'protectedTarget'],
    [
      'payments to what checks sessions',
      { permissions: [{ ...coin, data: { ...coin.data, to: sessions } }] },
      'protectedTarget',
    ],
  ]
  test.each(refused)('error: refuses: %s', async (_name, grant, expected) => {
    expect(codes(await describeGrant(grant))).toContain(`refuse ${expected}`)
  })

  const two = [mint, { ...mint, inputs: [{ name: '', type: 'uint8' }] }]
  const malformed: readonly [name: string, grant: Record<string, unknown>][] = [
    ['no permission', { permissions: [] }],
    ['11 permissions', { permissions: Array.from({ length: 11 }, () => coin) }],
    ['a permission that is not known', { permissions: [{ type: 'native-token-stream', data: {} }] }],
    ['a policy', { policies: [{ type: 'rate-limit', data: {} }] }],
    ['a field that is not known', { rules: [] }],
    ['a field that is not known in an allowance', { permissions: [{ ...spend, data: { ...spend.data, max: '0x1' } }] }],
    [
      'a field that is named after the prototype',
      { permissions: [JSON.parse('{"type":"contract-call","data":{"__proto__":{"abi":[]}}}')] },
    ],
    ['two allowances of one token', { permissions: [spend, spend] }],
    ['an allowance of nothing', { permissions: [{ ...spend, data: { ...spend.data, allowance: '0x0' } }] }],
    ['an amount as a number', { permissions: [{ ...spend, data: { ...spend.data, allowance: 5 } }] }],
    ['a period of less than a minute', { permissions: [{ ...spend, data: { ...spend.data, period: 59 } }] }],
    [
      'an allowance that begins after the end',
      { permissions: [{ ...spend, data: { ...spend.data, start: expiry + 1 } }] },
    ],
    [
      'an address with a wrong checksum',
      { permissions: [{ ...spend, data: { ...spend.data, to: '0x140BBF461E33044E4193730d1511eA2894eDB528' } }] },
    ],
    ['no function of that name', { permissions: [call([{ functionName: 'burn' }])] }],
    ['two functions of one name', { permissions: [call(undefined, two)] }],
    [
      'a name with characters that turn the text',
      { permissions: [call([{ functionName: 'mint\u202e' }], [{ ...mint, name: 'mint\u202e' }])] },
    ],
    ['a name of the prototype that is in no ABI', { permissions: [call([{ functionName: 'constructor' }])] }],
    ['more rules than arguments', { permissions: [call([{ functionName: 'mint', args: [null, null] }])] }],
    ['a rule for a text', { permissions: [calling('name(string)', [{ operator: 'EQUAL', value: 'a' }])] }],
    ['an order of addresses', { permissions: [calling('go(address)', [{ operator: 'LESS_THAN', value: friend }])] }],
    [
      'an order of numbers with a sign',
      { permissions: [calling('go(int256)', [{ operator: 'LESS_THAN', value: '1' }])] },
    ],
    ['a value that does not fit', { permissions: [calling('go(uint8)', [{ operator: 'EQUAL', value: '256' }])] }],
    ['a rule that nothing meets', { permissions: [calling('go(uint8)', [{ operator: 'LESS_THAN', value: '0' }])] }],
    [
      'an ABI of 51',
      {
        permissions: [
          call(
            undefined,
            Array.from({ length: 51 }, () => mint),
          ),
        ],
      },
    ],
    [
      'a key that is no point',
      { signer: { type: 'key', data: { type: 'secp256k1', publicKey: `0x02${'00'.repeat(32)}` } } },
    ],
    ['half a key', { signer: { type: 'key', data: { type: 'secp256k1', publicKey: '0x02' } } }],
    ['the zero address as signer', { signer: { type: 'account', data: { address: `0x${'0'.repeat(40)}` } } }],
  ]
  test.each(malformed)('error: cannot be read: %s', async (_name, grant) => {
    const described = await describeGrant(grant)
    expect(codes(described)).toStrictEqual(['refuse malformed'])
    expect(described.permissions).toBeUndefined()
  })

  test('threat 85: refuses a name that was searched for its selector', async () => {
    // Another name with the selector of `transfer(address,uint256)`. Source: 4byte directory.
    const name = 'many_msg_babbage'
    const described = await describeGrant({ permissions: [calling(`${name}(bytes1)`, [], token)] })
    expect(described.findings).toMatchObject([
      { code: 'malformed', values: { reason: 'its name stands for transfer(address,uint256)' } },
    ])
  })

  test('error: an allowance of items, whose limit would be an ID and not a count', async () => {
    const items = [{ address: token, symbol: 'LNTN', name: 'Lanterns', decimals: 0, kind: 'erc721' }] as const
    expect(codes(await describeGrant({}, { tokens: items }))).toStrictEqual(['refuse malformed'])
  })
})
