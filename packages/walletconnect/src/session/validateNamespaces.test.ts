import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSessionNamespaces } from './buildSessionNamespaces.ts'
import type { ProposalNamespaces, SessionNamespaces } from './Session.ts'
import { agreesTo, chainOf, findProposalIssue, findSettlementIssue } from './validateNamespaces.ts'

const address = '0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb'
const [one, ten] = [`eip155:1:${address}`, `eip155:10:${address}`]
const entry = { methods: ['eth_sign'], events: ['accountsChanged'] }
const required: ProposalNamespaces = { eip155: { chains: ['eip155:1'], ...entry } }

// The numbers are those of the specification's cases.
const proposals: [string, unknown, number | undefined][] = [
  ['1.2 no chains', { cosmos: { chains: [], ...entry } }, 5100],
  ['no chains at all', { cosmos: entry }, 5100],
  ['1.3 the chain as key', { 'eip155:10': entry }, undefined],
  ['1.4 a chain without family', { eip155: { chains: ['42'], ...entry } }, 5100],
  ['1.5 no methods', { eip155: { chains: ['eip155:1'], methods: [], events: [] } }, undefined],
  ['1.6 a chain of another family', { eip155: { chains: ['eip155:1', 'cosmos:cosmoshub-4'], ...entry } }, 5100],
  ['1.7 a key that is none', { '': { chains: [':1'], ...entry } }, 5104],
  ['1.7 another', { '**': { chains: ['**:1'], ...entry } }, 5104],
  ['1.8 one of two', { eip155: { chains: ['eip155:1'], ...entry }, cosmos: { chains: [], ...entry } }, 5100],
  ['1.9 nothing', {}, undefined],
  ['a list', [], 5104],
  ['nothing at all', null, 5104],
  ['an entry that is none', { eip155: 1 }, 5104],
  ['methods that are none', { eip155: { chains: ['eip155:1'], methods: [1], events: [] } }, 5101],
  ['events that are none', { eip155: { chains: ['eip155:1'], methods: [], events: 'x' } }, 5102],
]
test.each(proposals)('behavior: a proposal, %s', (_, namespaces, code) => {
  expect(findProposalIssue(namespaces)?.code).toBe(code)
})

const settlements: [string, unknown, number | undefined][] = [
  ['what was asked', { eip155: { accounts: [one], ...entry } }, undefined],
  ['2.1 no accounts', { eip155: { accounts: [], ...entry } }, 5001],
  ['2.2 an account that is none', { eip155: { accounts: [`eip155:${address}`], ...entry } }, 5001],
  ['2.3 a method less', { eip155: { accounts: [one], methods: [], events: ['accountsChanged'] } }, 5002],
  ['2.4 a chain less', { eip155: { accounts: [ten], ...entry } }, 5001],
  ['2.5 accounts more', { eip155: { accounts: [one, `eip155:1:0x${'2'.repeat(40)}`], ...entry } }, undefined],
  [
    '2.6 methods more',
    { eip155: { accounts: [one], methods: ['eth_sign', 'x'], events: ['accountsChanged', 'y'] } },
    undefined,
  ],
  ['2.7 an account of another family', { eip155: { accounts: [one, 'cosmos:hub-4:cosmos1t2'], ...entry } }, 5103],
  ['2.8 a chain more', { eip155: { accounts: [one, `eip155:42:${address}`], ...entry } }, undefined],
  ['2.9 another family', { cosmos: { accounts: ['cosmos:hub-4:cosmos1t2'], ...entry } }, 5000],
  ['2.10 an event less', { eip155: { accounts: [one], methods: ['eth_sign'], events: [] } }, 5003],
  [
    '2.11 a chain as key',
    { eip155: { accounts: [one], ...entry }, 'eip155:10': { accounts: [ten], ...entry } },
    undefined,
  ],
  ['a key of another chain', { 'eip155:10': { accounts: [one], ...entry } }, 5103],
  ['nothing', {}, 5000],
]
test.each(settlements)('behavior: a settlement, %s', (_, namespaces, code) => {
  expect(findSettlementIssue({ namespaces, required })?.code).toBe(code)
})

test('behavior: a method is agreed to if its chain has an account', () => {
  const namespaces: SessionNamespaces = {
    eip155: { chains: ['eip155:1', 'eip155:5'], accounts: [one], ...entry },
    'eip155:10': { accounts: [ten], methods: ['personal_sign'], events: [] },
  }
  expect(agreesTo({ namespaces, chainId: 'eip155:1', method: 'eth_sign' })).toBe(true)
  expect(agreesTo({ namespaces, chainId: 'eip155:1', method: 'personal_sign' })).toBe(false)
  expect(agreesTo({ namespaces, chainId: 'eip155:10', method: 'personal_sign' })).toBe(true)
  expect(agreesTo({ namespaces, chainId: 'eip155:5', method: 'eth_sign' })).toBe(false)
  expect(agreesTo({ namespaces, chainId: 'eip155:1', event: 'accountsChanged' })).toBe(true)
  expect(agreesTo({ namespaces, chainId: 'eip155:10', event: 'accountsChanged' })).toBe(false)
})

const supported = {
  eip155: { accounts: [one, ten], methods: ['personal_sign', 'eth_sign'], events: ['accountsChanged'] },
  cosmos: { accounts: ['cosmos:hub-4:cosmos1t2'], methods: ['cosmos_signDirect'], events: [] },
}

test('behavior: a wallet agrees to the requested namespaces that it supports, or returns the reason', () => {
  const build = (requiredNamespaces: ProposalNamespaces, optionalNamespaces: ProposalNamespaces = {}) =>
    buildSessionNamespaces({ proposal: { requiredNamespaces, optionalNamespaces }, supported })
  expect(
    build({}, { eip155: { chains: ['eip155:1', 'eip155:137'], methods: ['eth_sign', 'x'], events: ['y'] } }),
  ).toStrictEqual({
    namespaces: { eip155: { chains: ['eip155:1'], accounts: [one], methods: ['eth_sign'], events: [] } },
  })
  expect(build(required, { 'eip155:10': { methods: ['personal_sign'], events: [] } })).toStrictEqual({
    namespaces: {
      eip155: {
        chains: ['eip155:1', 'eip155:10'],
        accounts: [one, ten],
        methods: ['personal_sign', 'eth_sign'],
        events: ['accountsChanged'],
      },
    },
  })
  expect(build({})).toMatchObject({
    namespaces: { eip155: { methods: [] }, cosmos: { accounts: supported.cosmos.accounts } },
  })
  expect(build({ solana: { chains: ['solana:x'], ...entry } })).toMatchObject({ reason: { code: 5104 } })
  expect(build({ eip155: { chains: ['eip155:137'], ...entry } })).toMatchObject({ reason: { code: 5100 } })
  expect(build({ eip155: { chains: ['eip155:1'], methods: ['x'], events: [] } })).toMatchObject({
    reason: { code: 5101 },
  })
  expect(build({ eip155: { chains: ['eip155:1'], methods: [], events: ['x'] } })).toMatchObject({
    reason: { code: 5102 },
  })
  expect(build({}, { solana: { chains: ['solana:x'], ...entry } })).toMatchObject({ reason: { code: 5100 } })
})

const names = fc.subarray(['eth_sign', 'personal_sign', 'cosmos_signDirect', 'unheard_of'])
const proposal = fc.record({
  requiredNamespaces: namespacesOf(),
  optionalNamespaces: namespacesOf(),
})
function namespacesOf(): fc.Arbitrary<ProposalNamespaces> {
  const events = fc.subarray(['accountsChanged', 'chainChanged'])
  const family = (chains: string[]) =>
    fc.record({ chains: fc.subarray(chains, { minLength: 1 }), methods: names, events })
  return fc.record(
    {
      eip155: family(['eip155:1', 'eip155:10', 'eip155:137']),
      cosmos: family(['cosmos:hub-4', 'cosmos:other']),
      'eip155:10': fc.record({ methods: names, events }),
    },
    { requiredKeys: [] },
  )
}

test('behavior: built namespaces are valid, within the wallet’s support, and include the required ones', () => {
  fc.assert(
    fc.property(proposal, (asked) => {
      expect(findProposalIssue(asked.requiredNamespaces) ?? findProposalIssue(asked.optionalNamespaces)).toBeUndefined()
      const built = buildSessionNamespaces({ proposal: asked, supported })
      if ('reason' in built) return
      const { namespaces } = built
      expect(findSettlementIssue({ namespaces, required: asked.requiredNamespaces })).toBeUndefined()
      for (const [family, { accounts, methods, events }] of Object.entries(namespaces)) {
        const has = supported[family as keyof typeof supported]
        expect(has.accounts).toEqual(expect.arrayContaining([...accounts]))
        expect(has.methods).toEqual(expect.arrayContaining([...methods]))
        expect(has.events).toEqual(expect.arrayContaining([...events]))
      }
    }),
  )
})

test('behavior: any input of an app or a wallet is valid or has a code', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json().map((text) => JSON.parse(text)),
        fc.dictionary(fc.string(), fc.anything()),
      ),
      (value) => {
        for (const issue of [findProposalIssue(value), findSettlementIssue({ namespaces: value, required })]) {
          if (issue) expect(issue.code).toBeGreaterThanOrEqual(5000)
        }
      },
    ),
  )
})

test('behavior: an account has a chain', () => {
  expect(chainOf(one)).toBe('eip155:1')
  expect(chainOf('hedera:mainnet:0.0.1234567890-zbhlt')).toBe('hedera:mainnet')
  expect(chainOf('eip155:1')).toBeUndefined()
})
